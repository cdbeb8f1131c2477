// Files of the user: opened and saved by the browser, never named to the workbench.

/** The longest file that is read, in bytes: no record of a game is longer. */
const LONGEST = 4_000_000;

/** Lets the user choose a file and returns its text; nothing if none was chosen. */
export function openText(accept: string): Promise<{ name: string; text: string } | undefined> {
  return new Promise((resolve, reject) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.oncancel = () => resolve(undefined);
    input.onchange = () => {
      const file = input.files?.[0];
      if (!file) resolve(undefined);
      else if (file.size > LONGEST) reject(new Error(`${file.name} is too long`));
      else file.text().then((text) => resolve({ name: file.name, text }), reject);
    };
    input.click();
  });
}

/** Saves a text as a file. */
export function saveText(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
