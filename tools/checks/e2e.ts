import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { latestDay } from "@/tools/worlds/worlds";
import { startThrowawayPostgres } from "../postgres/throwaway-postgres";
import { runChild } from "../process/child";
import { findChromium, playwrightProgram } from "../process/find-chromium";
import { freePort } from "../process/free-port";
import { type Scope, supervise } from "../process/supervise";
import { ensureBuild } from "../product/build";
import { startEmulators } from "../product/emulators";
import { startProduct } from "../product/product";
import { environmentWithoutSettings } from "../product/settings";
import { playwrightTally, type Tally } from "./tally";
import { ensureWorlds } from "./worlds";

/** Each has a browser, a server and a database. */
const MAX_STAGES = 4;

/** What one Playwright worker has to itself: a product and its emulators. */
export interface Stage {
  baseUrl: string;
  databaseUrl: string;
  dataDir: string;
  controlUrl: string;
  /** The product and its emulators, whose processor time is a test's. */
  pids: number[];
  /** Seals and opens what worlds keep in clear text (tools/worlds). */
  appSecret: string;
  stripeKey: string;
  /** Unused until a test starts the emulator and chooses its user. */
  openIdPort: number;
}

/**
 * Runs the end-to-end tests against separate products: throw-away databases, emulators, free ports, and none
 * of this machine's settings. `args` go to Playwright; the exhaustive project runs only when they name it, or a file of it.
 */
export async function runE2e(
  scope: Scope,
  reports: string,
  args: string[],
  log: (line: string) => void,
): Promise<Tally> {
  const chromium = await findChromium(scope, log);
  await ensureBuild(scope, log);
  await ensureWorlds(scope, log);
  const report = join(reports, "e2e.json");
  // Stages stop with the tests, so that later parts and rounds don't compete with them.
  const code = await supervise((until) => runPlaywright(until, chromium, report, args, log));
  return playwrightTally("end-to-end tests", report, code);
}

async function runPlaywright(
  scope: Scope,
  chromium: string,
  report: string,
  args: string[],
  log: (line: string) => void,
): Promise<number> {
  // Tests spend half their time waiting, so one worker more than there are processors keeps them busy.
  const count = Math.min(MAX_STAGES, availableParallelism() + 1);
  const stages = await Promise.all(Array.from({ length: count }, () => startStage(scope, log)));

  log("Running the end-to-end tests …");
  const command = [
    playwrightProgram(),
    "test",
    "--reporter=list,json",
    ...projectOf(args),
    ...args,
  ];
  return runChild(scope, process.execPath, command, {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_CHROMIUM: chromium,
      E2E_STAGES: JSON.stringify(stages),
    },
    onLine: log,
  });
}

/** Playwright's project, unless the arguments choose one. */
function projectOf(args: string[]): string[] {
  if (args.some((arg) => arg.startsWith("--project"))) return [];
  return [`--project=${args.some((arg) => /\bexhaustive\b/.test(arg)) ? "exhaustive" : "e2e"}`];
}

/** A line of the log of level error or fatal. */
const IS_ERROR = /"level":"?(?:50|60|error|fatal)/;

async function startStage(scope: Scope, log: (line: string) => void): Promise<Stage> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const starting = startEmulators(scope, { today: latestDay() });
  const openIdPort = await freePort();
  const appSecret = randomBytes(32).toString("base64url");
  const { url, server } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    // The product uses the database server that already runs in this folder.
    env: {
      ...environmentWithoutSettings(),
      DATA_DIR: database.dataDir,
      LOG_LEVEL: "warn",
      APP_SECRET: appSecret,
      // The tests are many people behind one proxy.
      TRUSTED_PROXIES: "127.0.0.0/8,::1",
    },
    overrides: starting.then((emulators) => ({
      ...emulators.env,
      ...openIdSettings(openIdPort),
      // The product's own pauses, which tests shouldn't wait for.
      CLOCK_RATE: "10",
      // The tests' companies connect the same emulated books, and so share one part.
      QUICKBOOKS_MONTHLY_READS: "900000000",
    })),
    log,
    // What a page may only show as "status of 500".
    onServerLine: (line) => {
      if (IS_ERROR.test(line)) log(line);
    },
  });
  const emulators = await starting;
  return {
    baseUrl: url,
    databaseUrl: database.url(),
    dataDir: database.dataDir,
    controlUrl: emulators.control.url,
    pids: [server.pid, emulators.pid].flatMap((pid) => pid ?? []),
    appSecret,
    stripeKey: emulators.credentials.stripeSecretKey,
    openIdPort,
  };
}

/** The OpenID emulator (emulators/openid) as the product's "Single sign-on". */
function openIdSettings(port: number) {
  return {
    OIDC_DISCOVERY_URL: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    OIDC_CLIENT_ID: "deposit-matcher",
    OIDC_CLIENT_SECRET: "only-for-the-emulator",
  };
}
