import { runCommand } from "./lib/run-command.mjs";

await runCommand(() => import("../bench/web/main.ts"));
