import { runCommand } from "./lib/run-command.mjs";

await runCommand(() => import("../bench/reliability/main.ts"));
