const HOME = "/dashboard";
const PARAMETER = "next";

/** The sign-in page, with the current page (path and query) to return to. */
export function signInAddress(origin: string): string {
  return `/login?${new URLSearchParams({ [PARAMETER]: origin })}`;
}

/**
 * Where to go after sign-in: the remembered page, else the dashboard. An address that would leave
 * this site ("//evil.example", "/\evil.example", "/.//evil.example", "https:…") is ignored.
 */
export function addressAfterSignIn(search: string): string {
  const next = new URLSearchParams(search).get(PARAMETER) ?? "";
  if (!next.startsWith("/")) return HOME;
  const address = withinSite(next);
  // Dots are resolved once: what is left, such as "//evil.example", could name another site.
  return address !== null && withinSite(address) === address ? address : HOME;
}

function withinSite(address: string): string | null {
  const base = "http://here.invalid";
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return url.origin === base ? url.pathname + url.search + url.hash : null;
}
