import { closeDb } from "@/server/platform/db";
import { runCommand } from "./run-command";

/** The entry of `npm run rotate-keys`; in a container: `node --import tsx server/worker/key-rotation/main.ts`. */
try {
  process.exitCode = await runCommand(process.argv.slice(2), console);
} finally {
  await closeDb();
}
