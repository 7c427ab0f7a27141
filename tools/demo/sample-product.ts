import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import pg from "pg";
import { createAccount, login, type UserRecord } from "@/lib/contracts/accounts";
import { createWebhookEndpoint, testWebhookEndpoint } from "@/lib/contracts/webhook-endpoints";
import { startThrowawayPostgres } from "../postgres/throwaway-postgres";
import { findChromium } from "../process/find-chromium";
import { freePort } from "../process/free-port";
import type { Scope } from "../process/supervise";
import { startEmulators } from "../product/emulators";
import { startProduct } from "../product/product";
import { environmentWithoutSettings } from "../product/settings";
import { signIn } from "./account";
import { openApi } from "./api";
import { connectProviders } from "./connect";
import { reconcile } from "./reconcile";
import { SAMPLES } from "./samples";
import { seedClients } from "./seed-clients";

/** The production build with the sample company, its payouts synced, matched and posted. */
export interface SampleProduct {
  url: string;
  /** Of its owner, without row level security. */
  databaseUrl: string;
  /** What a signed-in browser stores. */
  stored: Record<string, string>;
}

/**
 * Starts a product on a free port and a throw-away database; it stops when `scope` ends.
 * @param whileNew is called before there is an account
 */
export async function startSampleProduct(
  scope: Scope,
  log: (line: string) => void,
  whileNew?: (url: string) => Promise<void>,
): Promise<SampleProduct> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startEmulators(scope, SAMPLES.us.emulators);
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: {
      ...environmentWithoutSettings(),
      DATA_DIR: database.dataDir,
      LOG_LEVEL: "warn",
      DEPOSIT_MATCHER_RESTORES: "1",
      WEBHOOK_PRIVATE_ADDRESSES: "allow",
    },
    overrides: starting.then((emulators) => emulators.env),
    log,
  });
  await whileNew?.(url);
  log("Connecting the sample company …");
  const { account, call } = await signIn(url, database.dataDir);
  await connectProviders(call, await starting);
  await reconcile(call, log);
  const { token, user } = await openApi(url)(login, { body: account });
  return { url, databaseUrl: database.url(), stored: signedIn(token, user) };
}

/** A bookkeeper of 300 companies at the sample product. @returns what their browser stores */
export async function signUpBookkeeper({
  url,
  databaseUrl,
}: Pick<SampleProduct, "url" | "databaseUrl">): Promise<Record<string, string>> {
  const password = randomBytes(12).toString("base64url");
  const account = { username: "jordan", email: "jordan@example.com" };
  const { token, user } = await openApi(url)(createAccount, {
    body: { ...account, password, password_confirm: password },
  });
  await seedClients(databaseUrl, user.id);
  return signedIn(token, user);
}

/** An endpoint of the sample company, to which a test event is sent. */
export async function addWebhook(scope: Scope, { url, stored }: SampleProduct): Promise<void> {
  const port = await freePort();
  const receiver = createServer((_, answer) => answer.end("received"));
  await scope.acquire(
    async () => receiver.listen(port, "localhost"),
    async () => void receiver.close(),
  );
  const call = openApi(url, stored.authToken);
  const { webhook_endpoint } = await call(createWebhookEndpoint, {
    body: { url: `http://localhost:${port}/webhooks`, event_types: null },
  });
  await call(testWebhookEndpoint, { body: { webhook_endpoint_id: webhook_endpoint.id } });
}

/** Makes it a restored copy, and waits until its pages say so. */
export async function pause({ url, databaseUrl }: SampleProduct): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("UPDATE installation SET paused_at = now()");
  await client.end();
  const isPaused = async () => (await (await fetch(url)).text()).includes("restored copy");
  while (!(await isPaused())) await sleep(500);
}

/** What a browser stores when it signs in. */
export function signedIn(token: string, user: UserRecord): Record<string, string> {
  return { authToken: token, isAuthenticated: "true", userData: JSON.stringify(user) };
}

/** An empty browser, closed when `scope` ends. */
export async function openBrowser(scope: Scope, log: (line: string) => void): Promise<Browser> {
  const executablePath = await findChromium(scope, log);
  return scope.acquire(
    () =>
      chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
      }),
    (browser) => browser.close(),
  );
}

/** Stores the session in a browser's storage, as signing in does. */
export async function storeSession(
  context: BrowserContext,
  { url, stored }: Pick<SampleProduct, "url" | "stored">,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, stored);
  await page.close();
}
