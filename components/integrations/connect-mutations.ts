import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { Integration } from "@/lib/contracts/integrations";
import {
  type ConnectableProvider,
  connectableProviders,
  type KeyProvider,
  type WireName,
} from "@/lib/providers/list";
import { withReason } from "./runs";

const CHANGES = ["integrations", "change"] as const;
const changeKey = ({ wire }: ConnectableProvider) => [...CHANGES, wire] as const;

/** Providers that are being connected or disconnected now. */
export function useBusyProviders(): ReadonlySet<WireName> {
  const changing = useMutationState({
    filters: { mutationKey: CHANGES, status: "pending" },
    select: ({ options }) => options.mutationKey?.at(-1),
  });
  const busy = connectableProviders().filter(({ wire }) => changing.includes(wire));
  return new Set(busy.map(({ wire }) => wire));
}

/** Connects by what was typed; `onConnected` also runs when the form has gone by then. */
export function useConnectByKey(provider: KeyProvider, onConnected: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey(provider),
    mutationFn: (body: Record<string, string>) => call(provider.endpoints.connectByKey, { body }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrationKeys.all });
      toast.success(message);
      onConnected();
    },
    onError: (error) => toast.error(couldNotConnect(provider), withReason(error)),
  });
}

/** Leaves the page: the provider asks for consent on its own, and sends the browser back. */
export function useConnectByRedirect(provider: ConnectableProvider, startDate = "") {
  return useMutation({
    mutationKey: changeKey(provider),
    mutationFn: async () => {
      if (!("redirect" in provider)) throw new Error(`${provider.name} connects by key`);
      const { authorization_url } = await call(provider.endpoints.startConnect, {
        query: startDate === "" ? {} : { start_date: startDate },
      });
      // The browser navigates there, so reject anything that isn't a URL.
      if (!URL.canParse(authorization_url)) throw new Error("no address came back");
      return authorization_url;
    },
    onSuccess: (address) => {
      window.location.assign(address);
      return shownAgain();
    },
    onError: (error) => toast.error(couldNotConnect(provider), withReason(error)),
  });
}

/** Connecting lasts until the page is left; Back may show it again as it was. */
function shownAgain(): Promise<void> {
  return new Promise((resolve) =>
    window.addEventListener("pageshow", () => resolve(), { once: true }),
  );
}

export function useDisconnect(provider: ConnectableProvider) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey(provider),
    mutationFn: () => call(provider.endpoints.disconnect),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.all }),
        refreshBooks(client),
      ]);
      toast.success(`Successfully disconnected from ${provider.name}`);
    },
    onError: (error) =>
      toast.error(`Failed to disconnect from ${provider.name}`, withReason(error)),
  });
}

/** Ends one of several accounts at a provider. */
export function useDisconnectConnection(
  provider: ConnectableProvider,
  { id: connection_id, display_name }: Integration,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey(provider),
    mutationFn: () => call("POST /integrations/disconnect/", { body: { connection_id } }),
    onSuccess: async ({ message }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.all }),
        refreshBooks(client),
      ]);
      toast.success(message);
    },
    onError: (error) => toast.error(`Failed to disconnect ${display_name}`, withReason(error)),
  });
}

function couldNotConnect({ name }: ConnectableProvider): string {
  return `Could not connect to ${name}. Please try again later.`;
}
