import { randomBytes } from "node:crypto";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { createAccount, login, type UserRecord } from "@/lib/contracts/accounts";
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
import { seedClients } from "./seed-clients";

/** The production build with the sample company, its payouts synced, matched and posted. */
export interface SampleProduct {
  url: string;
  /** Of its owner, without row level security. */
  databaseUrl: string;
  /** What a signed-in browser stores. */
  stored: Record<string, string>;
}

/** Starts a product on a free port and a throw-away database; it stops when `scope` ends. */
export async function startSampleProduct(
  scope: Scope,
  log: (line: string) => void,
): Promise<SampleProduct> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startEmulators(scope);
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: { ...environmentWithoutSettings(), DATA_DIR: database.dataDir, LOG_LEVEL: "warn" },
    overrides: starting.then((emulators) => emulators.env),
    log,
  });
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
