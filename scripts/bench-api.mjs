import { fileURLToPath } from "node:url";
import { ensureDependencies } from "./lib/ensure-dependencies.mjs";

// Node built-ins only until the dependencies are there.
try {
  await ensureDependencies({ log: (line) => console.error(line) });
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
  const { main } = await import("../bench/api/main.ts");
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
