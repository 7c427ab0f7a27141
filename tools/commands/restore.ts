import { join, resolve } from "node:path";
import { type Restored, restoreBackup } from "../backup/restore-backup";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { dataDir, knownSecrets } from "../product/settings";

const log = (line: string) => console.error(line);
const USAGE = "Usage: npm run restore -- FILE [--replace]";

/** `npm run restore -- FILE [--replace]`: restores a backup into the product's database. */
export function main(args: string[]): Promise<number> {
  const [name, ...rest] = args.filter((arg) => arg !== "--replace");
  if (name === undefined || name.startsWith("-") || rest.length > 0) throw new Error(USAGE);
  const options = {
    file: resolve(process.env.INIT_CWD ?? "", name),
    replace: args.includes("--replace"),
    log,
  };
  return supervise(async (scope) => {
    const secrets = await knownSecrets();
    const urls = await openDatabase(scope, log);
    const restored = await restoreBackup(scope, { ...urls, secrets, ...options });
    log(`\nRestored: ${restored.counts}.\n${aboutSecrets(restored)}`);
    return 0;
  });
}

function aboutSecrets({ secrets: { sealed, readable } }: Restored): string {
  if (sealed === readable) return "The key matches: providers stay connected. Start the product.";
  const kept = join(dataDir(), "app-secret");
  return `The key doesn't match: it opens ${readable} of ${sealed} secrets. Before you start the product, restore the APP_SECRET
of that time (the variable, or the file ${kept}).
Without it, reconnect the providers and sign in with recovery codes where two-factor is on.`;
}
