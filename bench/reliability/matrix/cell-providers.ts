import { AsyncLocalStorage } from "node:async_hooks";
import type { Emulators } from "@/emulators/start";
import { isOwnNote } from "@/lib/deposit-note";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import { createPayPalProvider } from "@/server/providers/paypal/provider";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import { replaceProviders } from "@/server/providers/registry";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import type { Provider } from "@/server/providers/types";
import { createXeroProvider } from "@/server/providers/xero/provider";

const inCell = new AsyncLocalStorage<ReadonlyMap<string, Provider>>();

/**
 * Short where the fault is a missing answer, since it is waited for often; long elsewhere, so that a busy
 * machine does not time out.
 */
const TIMEOUT_MS = { short: 900, long: 60_000 };
/** The usual number of attempts without the pauses in between; `withinMs` still stops long ones. */
const retry = { baseMs: 5, withinMs: 3_000 };
/** Splits the rows into several pages. */
const PAGE_SIZE = 3;
/** Skip pauses: the limits of QuickBooks and Xero are measured elsewhere. */
const limiter = { turn: async () => undefined, pause: async () => undefined };
const xeroLimiter = { turn: async () => async () => undefined };

/** Runs `work` with the product connected to these emulators; many can run in parallel. */
export function withEmulators<T>(
  emulators: Emulators,
  work: () => Promise<T>,
  timeout: keyof typeof TIMEOUT_MS = "long",
): Promise<T> {
  const timeoutMs = TIMEOUT_MS[timeout];
  replaceProviders((id) => inCell.getStore()?.get(id));
  const { env } = emulators;
  const providers: Provider[] = [
    createStripeProvider({
      apiBase: emulators.stripe.url,
      timeoutMs,
      retry,
      platform: {
        connectBase: emulators.stripe.url,
        clientId: emulators.credentials.stripeConnectClientId,
        secretKey: emulators.credentials.stripeSecretKey,
      },
    }),
    createQuickBooksProvider({
      clientId: env.QUICKBOOKS_CLIENT_ID,
      clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
      environment: "sandbox",
      apiBase: emulators.quickbooks.url,
      authorizeUrl: env.QUICKBOOKS_AUTHORIZE_URL ?? "",
      tokenUrl: env.QUICKBOOKS_TOKEN_URL ?? "",
      revokeUrl: env.QUICKBOOKS_REVOKE_URL ?? "",
      timeoutMs,
      retry,
      limiter,
      throttledPauseMs: 5,
      pageSize: PAGE_SIZE,
    }),
    createAuthorizeNetProvider({
      apiUrl: env.AUTHORIZENET_API_URL ?? "",
      timeoutMs,
      retry,
    }),
    createPayPalProvider({ apiBase: emulators.paypal.url, timeoutMs, retry }),
    createXeroProvider({
      clientId: env.XERO_CLIENT_ID,
      clientSecret: env.XERO_CLIENT_SECRET,
      apiBase: env.XERO_API_BASE ?? "",
      authorizeUrl: env.XERO_AUTHORIZE_URL ?? "",
      tokenUrl: env.XERO_TOKEN_URL ?? "",
      revokeUrl: env.XERO_REVOKE_URL ?? "",
      timeoutMs,
      retry,
      limiter: xeroLimiter,
      pageSize: PAGE_SIZE,
      isOwnNote,
    }),
  ];
  return inCell.run(new Map(providers.map((provider) => [provider.id, provider])), work);
}
