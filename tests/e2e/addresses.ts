import type { Stage } from "@/scripts/lib/e2e";

/** Each of Playwright's workers has a product and stand-ins to itself; the runner starts them and says so. */
function ownStage(): Stage {
  const { E2E_STAGES, TEST_PARALLEL_INDEX = "0" } = process.env;
  const stages: Stage[] = JSON.parse(E2E_STAGES ?? "[]");
  const own = stages[Number(TEST_PARALLEL_INDEX)];
  if (!own) throw new Error("E2E_STAGES is not set: start these tests by their runner, npm test");
  return own;
}

const stage = ownStage();

export const BASE_URL = stage.baseUrl;
/** The product's DATA_DIR: without a mail server, mails lie there. */
export const DATA_DIR = stage.dataDir;
/** The product's own database, past its walls. */
export const DATABASE_URL = stage.databaseUrl;
export const CONTROL_URL = stage.controlUrl;
export const STRIPE_KEY = stage.stripeKey;
/** Where the product looks for its "Single sign-on"; the tests of it start the stand-in there. */
export const OPENID_PORT = stage.openIdPort;
