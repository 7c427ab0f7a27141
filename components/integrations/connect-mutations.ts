import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposits/books";
import {
  type ConnectableId,
  PROVIDER_NAMES,
  type ProcessorId,
  type ProviderId,
} from "@/components/integrations/catalog";
import { integrationKeys } from "@/components/integrations/queries";
import { withReason } from "@/components/integrations/reason";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { authorizeConnect, stripeConnect } from "@/lib/contracts/integrations";

const changeKey = (id: ConnectableId) => ["integrations", "change", id] as const;

/** Providers that are being connected or disconnected now. */
export function useBusyProviders(): ReadonlySet<ProviderId> {
  const counts: [ProviderId, number][] = [
    ["stripe", useIsMutating({ mutationKey: changeKey("stripe") })],
    ["authorize", useIsMutating({ mutationKey: changeKey("authorize") })],
    ["quickbook", useIsMutating({ mutationKey: changeKey("quickbook") })],
  ];
  return new Set(counts.filter(([, count]) => count > 0).map(([id]) => id));
}

/** Connects by credentials; `onConnected` also runs when the form has gone by then. */
function useKeyConnect<Credentials>(
  id: ProcessorId,
  send: (credentials: Credentials) => Promise<{ message: string }>,
  onConnected: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey(id),
    mutationFn: send,
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrationKeys.all });
      toast.success(message);
      onConnected();
    },
    onError: (error) => toast.error(couldNotConnect(id), withReason(error)),
  });
}

export function useConnectStripe(onConnected: () => void) {
  return useKeyConnect(
    "stripe",
    (body: BodyOf<typeof stripeConnect>) => call("POST /stripe/connect/", { body }),
    onConnected,
  );
}

export function useConnectAuthorize(onConnected: () => void) {
  return useKeyConnect(
    "authorize",
    (body: BodyOf<typeof authorizeConnect>) => call("POST /authorize/connect/", { body }),
    onConnected,
  );
}

const REDIRECTS = { stripe: "GET /stripe/connect/", quickbook: "GET /qb/connect/" } as const;

/** Leaves the page: the provider asks for consent on its own, and sends the browser back. */
export function useConnectByRedirect(id: keyof typeof REDIRECTS) {
  return useMutation({
    mutationKey: changeKey(id),
    mutationFn: async () => {
      const { authorization_url } = await call(REDIRECTS[id]);
      // The page is left for it: whatever answered, it has to be one.
      if (!URL.canParse(authorization_url)) throw new Error("no address came back");
      return authorization_url;
    },
    onSuccess: (address) => {
      window.location.assign(address);
      return shownAgain();
    },
    onError: (error) => toast.error(couldNotConnect(id), withReason(error)),
  });
}

/** Connecting lasts until the page is left; Back may show it again as it was. */
function shownAgain(): Promise<void> {
  return new Promise((resolve) =>
    window.addEventListener("pageshow", () => resolve(), { once: true }),
  );
}

const DISCONNECTS = {
  stripe: "POST /stripe/disconnect-stripe/",
  authorize: "POST /authorize/disconnect/",
  quickbook: "POST /qb/disconnect-quickbook/",
} as const;

export function useDisconnect(id: ConnectableId) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey(id),
    mutationFn: () => call(DISCONNECTS[id]),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.all }),
        refreshBooks(client),
      ]);
      toast.success(`Successfully disconnected from ${PROVIDER_NAMES[id]}`);
    },
    onError: (error) =>
      toast.error(`Failed to disconnect from ${PROVIDER_NAMES[id]}`, withReason(error)),
  });
}

function couldNotConnect(id: ConnectableId): string {
  return `Could not connect to ${PROVIDER_NAMES[id]}. Please try again later.`;
}
