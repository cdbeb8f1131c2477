// Route: the view that the address names. Every view is a link, so that the browser's own keys
// work.

class Route {
  /** The path, such as `/curling/play`. */
  path = $state(location.pathname);

  /** Its first part: the page. */
  get page(): string {
    return this.path.split("/")[1] ?? "";
  }

  /** Its second part: the view of the page, or nothing. */
  get view(): string {
    return this.path.split("/")[2] ?? "";
  }

  /** Its third part: the item that the view shows, or nothing. */
  get item(): string {
    return this.path.split("/")[3] ?? "";
  }

  /** Shows another view. */
  go(path: string): void {
    if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const route = new Route();

addEventListener("popstate", () => (route.path = location.pathname));
addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || /^\/(cup\/)?api\//.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
});
