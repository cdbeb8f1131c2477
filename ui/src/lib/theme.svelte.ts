// Theme of the pages: light, dark, or that of the system.
import { Stored, oneOf } from "./storage.svelte";

export const theme = new Stored("theme", "system", oneOf("system", "light", "dark"));

$effect.root(() => {
  $effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
});
