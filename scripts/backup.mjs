import { runCommand } from "./lib/run-command.mjs";

await runCommand(() => import("./commands/backup.ts"));
