const HOME = "/dashboard";
const PARAMETER = "next";

/** The sign-in page, with the current page (path and query) to return to. */
export function signInAddress(origin: string): string {
  return `/login?${new URLSearchParams({ [PARAMETER]: origin })}`;
}

/**
 * Where to go after sign-in: the remembered page, else the dashboard. An address that would leave
 * this site ("//evil.example", "/\evil.example", "https:…") is ignored.
 */
export function addressAfterSignIn(search: string): string {
  const next = new URLSearchParams(search).get(PARAMETER) ?? "";
  if (!next.startsWith("/")) return HOME;
  const base = "http://here.invalid";
  if (!URL.canParse(next, base)) return HOME;
  const url = new URL(next, base);
  return url.origin === base ? url.pathname + url.search + url.hash : HOME;
}
