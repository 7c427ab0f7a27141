import { connectableProviders, type WireName } from "@/lib/providers/list";
import { getProvider } from "@/server/providers/registry";

/** The providers that this installation can connect by redirect. */
export function listRedirects(): WireName[] {
  return connectableProviders()
    .filter(({ id }) => getProvider(id).redirectConnect !== undefined)
    .map(({ wire }) => wire);
}
