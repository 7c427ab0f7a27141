import type { Stage } from "@/tools/checks/e2e";

/** Each Playwright worker has its own product and emulators; the runner starts them and sets these. */
function ownStage(): Stage {
  const { E2E_STAGES, TEST_PARALLEL_INDEX = "0" } = process.env;
  const stages: Stage[] = JSON.parse(E2E_STAGES ?? "[]");
  const own = stages[Number(TEST_PARALLEL_INDEX)];
  if (!own) throw new Error("E2E_STAGES is not set: start these tests by their runner, npm test");
  return own;
}

const stage = ownStage();

export const BASE_URL = stage.baseUrl;
/** The product's DATA_DIR: without a mail server, mails are stored there. */
export const DATA_DIR = stage.dataDir;
/** The product's database, without row level security. */
export const DATABASE_URL = stage.databaseUrl;
/** The product and its emulators. */
export const STAGE_PIDS = stage.pids;
export const CONTROL_URL = stage.controlUrl;
export const APP_SECRET = stage.appSecret;
export const STRIPE_KEY = stage.stripeKey;
/** The product's "Single sign-on" address; its tests start the emulator there. */
export const OPENID_PORT = stage.openIdPort;
