import { join } from "node:path";
import { runChild } from "./child";
import { findChromium, playwrightProgram } from "./chromium";
import { freePort } from "./free-port";
import { startProduct } from "./product";
import { startSandbox } from "./sandbox";
import { environmentWithoutSettings } from "./settings";
import type { Scope } from "./supervise";
import { playwrightTally, type Tally } from "./tally";
import { startThrowawayPostgres } from "./throwaway-postgres";

/**
 * Runs the end-to-end tests against a product of their own: a throw-away database, the providers'
 * stand-ins, free ports, and nothing of this machine's settings. `args` go to Playwright.
 */
export async function runE2e(
  scope: Scope,
  reports: string,
  args: string[],
  log: (line: string) => void,
): Promise<Tally> {
  const chromium = await findChromium(scope, log);
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startSandbox(scope);
  // Nobody listens there until a test starts the stand-in, and chooses who signs in at it.
  const openIdPort = await freePort();
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    // The product joins the database that already runs in this folder.
    env: { ...environmentWithoutSettings(), DATA_DIR: database.dataDir, LOG_LEVEL: "warn" },
    overrides: starting.then((sandbox) => ({ ...sandbox.env, ...openIdSettings(openIdPort) })),
    log,
  });
  const sandbox = await starting;

  log("Running the end-to-end tests …");
  const report = join(reports, "e2e.json");
  const command = [playwrightProgram(), "test", "--reporter=list,json", ...args];
  const code = await runChild(scope, process.execPath, command, {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_CHROMIUM: chromium,
      E2E_BASE_URL: url,
      E2E_DATABASE_URL: database.url(),
      E2E_DATA_DIR: database.dataDir,
      E2E_STRIPE_URL: sandbox.stripe.url,
      E2E_QUICKBOOKS_URL: sandbox.quickbooks.url,
      E2E_CONTROL_URL: sandbox.control.url,
      E2E_OPENID_PORT: String(openIdPort),
      E2E_STRIPE_KEY: sandbox.credentials.stripeSecretKey,
    },
    onLine: log,
  });
  return playwrightTally("end-to-end tests", report, code);
}

/** The OpenID stand-in (sandbox/openid) as the product's "Single sign-on". */
function openIdSettings(port: number) {
  return {
    OIDC_DISCOVERY_URL: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    OIDC_CLIENT_ID: "deposit-matcher",
    OIDC_CLIENT_SECRET: "only-for-the-stand-in",
  };
}
