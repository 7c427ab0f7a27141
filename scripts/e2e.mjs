import { runCommand } from "./lib/run-command.mjs";

await runCommand(() => import("./commands/e2e.ts"));
