import { resolve } from "node:path";
import { type Restored, restoreBackup } from "../backup/restore-backup";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { dataDir, knownSecrets, secretFile } from "../product/settings";

const log = (line: string) => console.error(line);
const USAGE = "Usage: npm run restore -- FILE [--replace] [--live]";

const FLAGS = ["--replace", "--live"];

/**
 * `npm run restore -- FILE [--replace] [--live]`: restores a backup into the product's database. What was restored begins
 * paused, as the original may still be running; `--live` is for when it is gone.
 */
export function main(args: string[]): Promise<number> {
  const [name, ...rest] = args.filter((arg) => !FLAGS.includes(arg));
  if (name === undefined || name.startsWith("-") || rest.length > 0) throw new Error(USAGE);
  const options = {
    file: resolve(process.env.INIT_CWD ?? "", name),
    replace: args.includes("--replace"),
    live: args.includes("--live"),
    log,
  };
  return supervise(async (scope) => {
    const secrets = await knownSecrets();
    const urls = await openDatabase(scope, log);
    const restored = await restoreBackup(scope, { ...urls, secrets, ...options });
    log(`\nRestored: ${restored.counts}.\n${aboutSecrets(restored)}\n${whatNext(options.live)}`);
    return 0;
  });
}

function aboutSecrets({ secrets: { sealed, readable } }: Restored): string {
  if (sealed === 0) return "Nothing in it is sealed: no key is needed.";
  if (sealed === readable) return "The key matches: providers stay connected.";
  const kept = secretFile(dataDir());
  return `The key doesn't match: it opens ${readable} of ${sealed} secrets. Before you start the product, restore the APP_SECRET
of that time (the variable, or the file ${kept}).
If it is lost, npm run rotate-keys -- --forget says what to do.`;
}

function whatNext(live: boolean): string {
  if (live) return "Start the product: it syncs, posts and mails at once.";
  return `This copy is paused: it syncs, posts and mails nothing, and leaves the providers alone. Start the product to look around.
If it is to take the original's place, switch the original off, and then run npm run resume.`;
}
