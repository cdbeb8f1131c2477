//! Instruction sets: work compiled for wide vectors where the processor has them, found at run
//! time.
//!
//! A program is compiled for the oldest processors of its kind, which compute four numbers of
//! single precision at once; those of the last ten years compute eight. The wider instructions are
//! the same operations on more numbers: a product and a sum are not fused, since Rust never does
//! that by itself, and results are equal to the bit.
//!
//! The only unsafe code of this crate, because a processor must not be sent instructions it does
//! not have.

/// Work that may be compiled for several instruction sets.
pub(super) trait Work {
    /// The result.
    type Output;

    /// Does the work. With everything it calls this must be inlined into its caller, which is
    /// compiled for the instruction set.
    fn run(self) -> Self::Output;
}

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instructions {
    wide: bool,
}

impl Instructions {
    /// The instructions that all processors of a kind have.
    #[cfg(test)]
    pub(super) const PORTABLE: Self = Instructions { wide: false };

    /// Returns the widest instructions of this processor.
    #[inline]
    pub(super) fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        let wide = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Instructions { wide }
    }

    /// Does some work with these instructions.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            #[expect(unsafe_code, reason = "a function for processors with AVX2 is called")]
            // SAFETY: `wide` is set only where AVX2 has been detected.
            return unsafe { run_wide(work) };
        }
        work.run()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_wide<W: Work>(work: W) -> W::Output {
    work.run()
}
