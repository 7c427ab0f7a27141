import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { login, type UserRecord } from "@/lib/contracts/accounts";
import { findChromium } from "./chromium";
import { signIn } from "./demo/account";
import { openApi } from "./demo/api";
import { connectProviders } from "./demo/connect";
import { reconcile } from "./demo/reconcile";
import { freePort } from "./free-port";
import { startProduct } from "./product";
import { startSandbox } from "./sandbox";
import { environmentWithoutSettings } from "./settings";
import type { Scope } from "./supervise";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** The production build with the sample company, its payouts read, matched and posted. */
export interface SampleProduct {
  url: string;
  /** What a signed-in browser keeps. */
  stored: Record<string, string>;
}

/** Starts one that is gone when `scope` ends, on a free port and a throw-away database. */
export async function startSampleProduct(
  scope: Scope,
  log: (line: string) => void,
): Promise<SampleProduct> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startSandbox(scope);
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: { ...environmentWithoutSettings(), DATA_DIR: database.dataDir, LOG_LEVEL: "warn" },
    overrides: starting.then((sandbox) => sandbox.env),
    log,
  });
  log("Connecting the sample company …");
  const { account, call } = await signIn(url, database.dataDir);
  await connectProviders(call, await starting);
  await reconcile(call, log);
  const { token, user } = await openApi(url)(login, { body: account });
  return { url, stored: signedIn(token, user) };
}

function signedIn(token: string, user: UserRecord): Record<string, string> {
  return { authToken: token, isAuthenticated: "true", userData: JSON.stringify(user) };
}

/** A browser without anything in it, closed when `scope` ends. */
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

/** Keeps the session in a browser's storage, as signing in does. */
export async function storeSession(
  context: BrowserContext,
  { url, stored }: SampleProduct,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, stored);
  await page.close();
}
