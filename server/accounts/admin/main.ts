import { closeDb } from "@/server/platform/db";
import { parseCommand, USAGE } from "./parse-command";
import { runCommand } from "./run-command";

/** The entry of `npm run admin`; in a container: `node --import tsx server/accounts/admin/main.ts`. */
const command = parseCommand(process.argv.slice(2));
if (command) {
  try {
    console.log(await runCommand(command));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await closeDb();
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
