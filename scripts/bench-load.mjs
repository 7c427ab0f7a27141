import { runCommand } from "./lib/run-command.mjs";

await runCommand(() => import("../bench/load/main.ts"));
