import { type ConnectableId, connectableProviders } from "@/lib/providers/list";
import { startSandbox } from "@/sandbox/start";
import { checkAuthorizeNet } from "../vendor-check/authorizenet";
import { checkQuickBooks } from "../vendor-check/quickbooks";
import { checkStripe } from "../vendor-check/stripe";
import { vendorFolder } from "../vendor-check/validator";

const CHECKS: Record<ConnectableId, typeof checkStripe> = {
  stripe: checkStripe,
  quickbooks: checkQuickBooks,
  authorizenet: checkAuthorizeNet,
};
const MAX_SHOWN = 20;

/**
 * `npm run check:sandbox`: checks every body of the emulators against the vendors' own schemas and samples.
 * They are not part of the repository: VENDOR_SCHEMAS names their folder.
 */
export async function main(): Promise<number> {
  const folder = vendorFolder();
  if (!folder) {
    console.log("Skipped: set VENDOR_SCHEMAS to the folder with the vendors' schemas.");
    return 0;
  }
  const sandbox = await startSandbox();
  try {
    let refused = 0;
    for (const { id, name } of connectableProviders()) {
      const checked = await CHECKS[id](sandbox, folder);
      const bad = checked.filter(({ problems }) => problems.length > 0);
      for (const { what, problems } of bad.slice(0, MAX_SHOWN)) {
        console.log(`✗ ${what}: ${problems.join("; ")}`);
      }
      console.log(`${name}: ${checked.length} checked, ${bad.length} invalid`);
      refused += bad.length;
    }
    return refused > 0 ? 1 : 0;
  } finally {
    await sandbox.close();
  }
}
