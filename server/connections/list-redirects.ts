import type { Redirects } from "@/lib/providers/list";
import { connectableProviders } from "@/lib/providers/list";
import { findRedirect } from "./require-redirect";

/** Which providers this installation can connect by redirect: it needs the keys, and an address that they take. */
export function listRedirects(): Redirects {
  const found = connectableProviders()
    .filter((provider) => "redirect" in provider)
    .map(({ id, wire }) => [wire, findRedirect(id)] as const);
  return Object.fromEntries(
    found.map(([wire, way]) => [wire, typeof way === "string" ? way : null]),
  );
}
