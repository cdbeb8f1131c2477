//! Messages and states of Digital Curling 4, and the stream they come in: nothing that a server or
//! a contestant sends panics.
#![no_main]

use curling::physics::Mode;
use curling::rules::Rules;
use digital_curling::dc4::client::Events;
use digital_curling::dc4::message::{GameMode, Settings, ShotMessage, TeamSettings};
use digital_curling::dc4::state::State;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(shot) = serde_json::from_slice::<ShotMessage>(bytes) {
        let _ = shot.shot();
    }
    if let Ok(settings) = serde_json::from_slice::<Settings>(bytes) {
        let _ = (settings.conditions(Mode::Fast), settings.allowance());
    }
    if let Ok(team) = serde_json::from_slice::<TeamSettings>(bytes) {
        let _ = (team.hands(GameMode::Standard), team.hands(GameMode::MixedDoubles));
    }
    if let Ok(state) = serde_json::from_slice::<State>(bytes) {
        for name in ["dc4", "dc4-mixed-doubles"] {
            let _ = state.standing(&Rules::named(name).unwrap());
        }
    }
    let mut events = Events::new(std::io::Cursor::new(bytes.to_vec()));
    while events.next_event().is_ok() {}
});
