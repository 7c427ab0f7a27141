import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "./build";
import { runChild } from "./child";
import { findChromium, playwrightProgram } from "./chromium";
import { freePort } from "./free-port";
import { startProduct } from "./product";
import { startSandbox } from "./sandbox";
import { environmentWithoutSettings } from "./settings";
import type { Scope } from "./supervise";
import { playwrightTally, type Tally } from "./tally";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** Each has a browser, a server and a database. */
const MOST_STAGES = 4;

/** What one worker of Playwright's has to itself: a product and the stand-ins that it talks to. */
export interface Stage {
  baseUrl: string;
  databaseUrl: string;
  dataDir: string;
  controlUrl: string;
  stripeKey: string;
  /** Nobody listens there until a test starts the stand-in, and chooses who signs in at it. */
  openIdPort: number;
}

/**
 * Runs the end-to-end tests against products of their own: throw-away databases, the providers'
 * stand-ins, free ports, and nothing of this machine's settings. `args` go to Playwright.
 */
export async function runE2e(
  scope: Scope,
  reports: string,
  args: string[],
  log: (line: string) => void,
): Promise<Tally> {
  const chromium = await findChromium(scope, log);
  await ensureBuild(scope, log);
  // Half of a test is waiting: one more than there are processors keeps these busy.
  const count = Math.min(MOST_STAGES, availableParallelism() + 1);
  const stages = await Promise.all(Array.from({ length: count }, () => startStage(scope, log)));

  log("Running the end-to-end tests …");
  const report = join(reports, "e2e.json");
  const command = [playwrightProgram(), "test", "--reporter=list,json", ...args];
  const code = await runChild(scope, process.execPath, command, {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_CHROMIUM: chromium,
      E2E_STAGES: JSON.stringify(stages),
    },
    onLine: log,
  });
  return playwrightTally("end-to-end tests", report, code);
}

async function startStage(scope: Scope, log: (line: string) => void): Promise<Stage> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startSandbox(scope);
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
  return {
    baseUrl: url,
    databaseUrl: database.url(),
    dataDir: database.dataDir,
    controlUrl: sandbox.control.url,
    stripeKey: sandbox.credentials.stripeSecretKey,
    openIdPort,
  };
}

/** The OpenID stand-in (sandbox/openid) as the product's "Single sign-on". */
function openIdSettings(port: number) {
  return {
    OIDC_DISCOVERY_URL: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    OIDC_CLIENT_ID: "deposit-matcher",
    OIDC_CLIENT_SECRET: "only-for-the-stand-in",
  };
}
