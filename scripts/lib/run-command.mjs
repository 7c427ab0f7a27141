import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DISK_FULL, isDiskFull } from "./disk-full.mjs";
import { ensureDependencies } from "./ensure-dependencies.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs one of our commands: makes the checkout ready, then loads the command's TypeScript module
 * and calls its `main(args)`, whose result is the exit code. A plain Error is a message for the
 * user and shown as such; any other kind is a defect of ours and shown with its stack.
 */
export async function runCommand(loadCommand) {
  try {
    process.chdir(root);
    if (existsSync(".env")) process.loadEnvFile(".env");
    await ensureDependencies({ log: (line) => console.error(line) });
    const { register } = await import("tsx/esm/api");
    register();
    const { main } = await loadCommand();
    // Exit for good: a command that was told to stop may still have work under way.
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    if (isDiskFull(error)) console.error(`\n${DISK_FULL}`);
    const isForUser = error instanceof Error && error.constructor === Error;
    console.error(isForUser ? `\n${error.message}` : error);
    process.exit(1);
  }
}
