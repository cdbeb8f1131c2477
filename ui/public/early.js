// Runs before the page is painted: puts the chosen theme and language on the document.
try {
  const theme = JSON.parse(localStorage.getItem("sakiyomi.theme") || '"system"');
  if (theme !== "system") document.documentElement.dataset.theme = theme;
  const chosen = JSON.parse(localStorage.getItem("sakiyomi.language") || "null");
  document.documentElement.lang = chosen || (navigator.language.startsWith("ja") ? "ja" : "en");
} catch {
  // A browser without storage shows the page as the system says.
}
