import { AsyncLocalStorage } from "node:async_hooks";
import type { Sandbox } from "@/sandbox/start";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import { replaceProviders } from "@/server/providers/registry";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import type { Provider } from "@/server/providers/types";

const inCell = new AsyncLocalStorage<ReadonlyMap<string, Provider>>();

/** Long enough for a busy machine, short enough to be met often. */
const TIMEOUT_MS = 900;
/** As often as ever, but without the pauses in between; `withinMs` still cuts off long ones. */
const retry = { baseMs: 5, withinMs: 3_000 };
/** The rows come on several pages. */
const PAGE_SIZE = 3;
/** Pauses are not waited for: what QuickBooks grants is measured elsewhere. */
const limiter = { turn: async () => undefined, pause: async () => undefined };

/** Runs `work` with the product talking to that sandbox: many can run side by side. */
export function withStandIns<T>(sandbox: Sandbox, work: () => Promise<T>): Promise<T> {
  replaceProviders((id) => inCell.getStore()?.get(id));
  const { env } = sandbox;
  const providers: Provider[] = [
    createStripeProvider({
      apiBase: sandbox.stripe.url,
      timeoutMs: TIMEOUT_MS,
      retry,
      platform: {
        connectBase: sandbox.stripe.url,
        clientId: sandbox.credentials.stripeConnectClientId,
        secretKey: sandbox.credentials.stripeSecretKey,
      },
    }),
    createQuickBooksProvider({
      clientId: env.QUICKBOOKS_CLIENT_ID,
      clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
      environment: "sandbox",
      apiBase: sandbox.quickbooks.url,
      authorizeUrl: env.QUICKBOOKS_AUTHORIZE_URL ?? "",
      tokenUrl: env.QUICKBOOKS_TOKEN_URL ?? "",
      revokeUrl: env.QUICKBOOKS_REVOKE_URL ?? "",
      timeoutMs: TIMEOUT_MS,
      retry,
      limiter,
      throttledPauseMs: 5,
      pageSize: PAGE_SIZE,
    }),
    createAuthorizeNetProvider({
      apiUrl: env.AUTHORIZENET_API_URL ?? "",
      timeoutMs: TIMEOUT_MS,
      retry,
    }),
  ];
  return inCell.run(new Map(providers.map((provider) => [provider.id, provider])), work);
}
