import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runChild, startNode } from "@/tools/process/child";
import { freePort } from "@/tools/process/free-port";
import type { Scope } from "@/tools/process/supervise";
import { nextProgram } from "@/tools/product/next-program";
import { databaseUrl } from "../database";
import { type LoadResult, loadFromChild } from "./load";

const FOLDER = fileURLToPath(new URL("./bare", import.meta.url));
// Use webpack: Turbopack would include the product's own instrumentation and proxy from the parent folder.
const BUILD = ["build", "--webpack", FOLDER];
const START_TIMEOUT_MS = 30_000;

/** A Next app with one empty route handler, to measure Next's own cost. @returns its address. */
export async function startBareApp(scope: Scope): Promise<string> {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  await scope.acquire(
    async () => join(FOLDER, ".next"),
    (built) => rm(built, { recursive: true, force: true }),
  );
  const code = await runChild(scope, process.execPath, [nextProgram(), ...BUILD], { env, onLine });
  if (code !== 0) throw new Error(`The bare app can't be built:\n${lines.join("\n")}`);
  const port = await freePort();
  const args = [nextProgram(), "start", FOLDER, "-p", String(port)];
  const server = await startNode(scope, args, { env });
  const url = `http://localhost:${port}/api/bare`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return url;
    await sleep(150);
  }
  throw new Error(`The bare app is not up after ${START_TIMEOUT_MS / 1000} s:\n${server.tail()}`);
}

/** The baseline for the product: the same machine, in the same run. */
export interface Floor {
  name: string;
  result: LoadResult;
}

const FLOOR_SECONDS = 5;

/** A bare query and a bare Next handler, over the same number of connections. */
export async function measureFloor(scope: Scope, connections: number): Promise<Floor[]> {
  const program = process.argv[1] ?? "";
  const bare = await startBareApp(scope);
  const floors = [
    { name: "`SELECT 1`", url: databaseUrl() },
    { name: "bare Next route handler", url: bare },
  ];
  const measured: Floor[] = [];
  for (const { name, url } of floors) {
    const result = await loadFromChild(program, { url, connections, seconds: FLOOR_SECONDS });
    measured.push({ name, result });
  }
  return measured;
}
