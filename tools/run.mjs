import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureDependencies } from "./ensure-dependencies.mjs";
import { DISK_FULL, isDiskFull } from "./process/disk-full.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Programs in other folders; every other command is a file in `commands/`. */
const ELSEWHERE = {
  match: "../matching/command/main.ts",
  "bench:api": "../bench/api/main.ts",
  "bench:fair": "../bench/fair/main.ts",
  "bench:load": "../bench/load/main.ts",
  "bench:matching": "../matching/bench/main.ts",
  "bench:reliability": "../bench/reliability/main.ts",
  "bench:rolling": "../bench/load/rolling/main.ts",
  "bench:sync": "../bench/reliability/first-sync/main.ts",
  "bench:two-instances": "../bench/reliability/two/main.ts",
  "bench:web": "../bench/web/main.ts",
};

/** They take paths from the caller, so the working directory and its .env are not changed. */
const TAKE_PATHS = ["match", "bench:matching", "bench:api"];

const [command, ...args] = process.argv.slice(2);

/**
 * `node tools/run.mjs COMMAND [ARGUMENTS]`: installs missing packages, loads the command's TypeScript module
 * and calls its `main(args)`, whose result is the exit code. A plain Error is printed as a message for the
 * user, and what the database refuses as a sentence; any other kind is a defect and printed with its stack. Node built-ins only until the dependencies are
 * installed.
 */
try {
  const takesPaths = TAKE_PATHS.includes(command);
  if (!takesPaths) {
    process.chdir(root);
    if (existsSync(".env")) process.loadEnvFile(".env");
  }
  // In the image, everything is in place, and nothing can be added.
  if (process.env.DEPOSIT_MATCHER_IMAGE !== "1")
    await ensureDependencies({ log: (line) => console.error(line) });
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
  const { readSecretFiles } = await import("../server/platform/secret-files.ts");
  readSecretFiles(process.env);
  const { main } = await import(ELSEWHERE[command] ?? `./commands/${command}.ts`);
  const code = await main(args);
  // A pipe is flushed to the end; other commands may still have work pending when stopped.
  if (takesPaths) process.exitCode = code;
  else process.exit(code);
} catch (error) {
  if (isDiskFull(error)) console.error(`\n${DISK_FULL}`);
  const isForUser = error instanceof Error && error.constructor === Error;
  // Of the package pg, by its name: it may not be installed yet.
  const isRefusal = error instanceof Error && error.constructor.name === "DatabaseError";
  if (isRefusal) console.error(`\nThe database refused: ${error.message} (${error.code}).`);
  else console.error(isForUser ? `\n${error.message}` : error);
  process.exit(1);
}
