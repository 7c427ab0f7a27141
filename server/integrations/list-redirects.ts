import type { ConnectableDescriptor } from "@/lib/providers/descriptor";
import { connectableProviders, type WireName } from "@/lib/providers/list";
import { callbackAddress } from "@/server/integrations/require-redirect";
import { getProvider } from "@/server/providers/registry";

/** The providers that this installation can connect by redirect: it has the keys, and an address that they take. */
export function listRedirects(): WireName[] {
  return connectableProviders()
    .filter((provider) => {
      const { redirect }: ConnectableDescriptor = provider;
      const connect = getProvider(provider.id).redirectConnect;
      if (!connect || !redirect) return false;
      return connect.refusesAddress?.(callbackAddress(redirect.page)) === undefined;
    })
    .map(({ wire }) => wire);
}
