import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createQuickBooksApi } from "@/server/providers/quickbooks/api";
import { createTokenService } from "@/server/providers/quickbooks/tokens";
import { createStripeCall } from "@/server/providers/stripe/client";
import { failure, MemoryStore } from "./support";

const closing: (() => Promise<unknown>)[] = [];

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What arrived at the address that a provider's answer names. */
let stolen: string[];
let elsewhere: string;

beforeEach(async () => {
  stolen = [];
  elsewhere = await serve((request, response) => {
    stolen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end("{}");
  });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const ONCE = { attempts: 1, baseMs: 1, withinMs: 1_000 };
const redirecting = (status: number) =>
  serve((request, response) => {
    request.resume();
    response.writeHead(status, { location: `${elsewhere}${request.url}` }).end();
  });

/** With the addresses of one service. */
const quickBooks = (url: string) => ({
  ...{ clientId: "client", clientSecret: "secret", environment: "sandbox" as const },
  ...{ apiBase: url, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token` },
  ...{ revokeUrl: `${url}/revoke`, timeoutMs: 5_000, retry: ONCE },
  limits: { perSecond: 1_000, perMinute: 100_000 },
});

const CREDENTIALS = {
  ...{ realmId: "1", accessToken: "access", refreshToken: "refresh" },
  accessExpiresAt: Date.now() + 3_600_000,
  refreshExpiresAt: Date.now() + 3_600_000,
  homeCurrency: "USD",
};

function askQuickBooks(url: string): Promise<unknown> {
  const config = quickBooks(url);
  const api = createQuickBooksApi(config, createTokenService(config));
  const store = new MemoryStore(CREDENTIALS);
  return api.write(store, "create Deposit", (sdk, done) =>
    sdk.createDeposit({ Line: [] } as never, done),
  );
}

const CALLS: Record<string, (url: string) => Promise<unknown>> = {
  "QuickBooks, creating a Deposit": askQuickBooks,
  "QuickBooks, renewing a token": (url) => createTokenService(quickBooks(url)).refresh("refresh"),
  "QuickBooks, revoking a token": (url) => createTokenService(quickBooks(url)).revoke("refresh"),
  "Stripe, reading payouts": (url) => {
    const config = { apiBase: url, timeoutMs: 5_000, maxNetworkRetries: 0, retry: ONCE };
    return createStripeCall(config, "sk_test_1")("payouts", (stripe) => stripe.payouts.list());
  },
};

test.each(
  Object.keys(CALLS).flatMap((name) => [301, 302, 307, 308].map((status) => ({ name, status }))),
)("$name: a redirect ($status) fails, and nothing goes there", async ({ name, status }) => {
  const call = CALLS[name];
  if (!call) throw new Error(name);
  await failure(call(await redirecting(status)));
  expect(stolen).toEqual([]);
});
