// Light, dark, or as the system says.
import { Kept, oneOf } from "./keep.svelte";

export const theme = new Kept("theme", "system", oneOf("system", "light", "dark"));

$effect.root(() => {
  $effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
});
