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

/** Addresses of the bare app, and its process. */
export interface BareApp {
  handler: string;
  page: string;
  pid: number | undefined;
}

/** A Next app with one empty route handler and one page, to measure Next's own cost. */
export async function startBareApp(scope: Scope): Promise<BareApp> {
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
    if (answer?.ok) return { handler: url, page: `http://localhost:${port}/page`, pid: server.pid };
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
export const BARE_HANDLER = "bare Next route handler";

/** A bare query and a bare Next handler, over the same number of connections. */
export async function measureFloor(scope: Scope, connections: number): Promise<Floor[]> {
  const program = process.argv[1] ?? "";
  const bare = await startBareApp(scope);
  const floors = [
    { name: "`SELECT 1`", url: databaseUrl() },
    { name: BARE_HANDLER, url: bare.handler },
  ];
  const measured: Floor[] = [];
  for (const { name, url } of floors) {
    const result = await loadFromChild(program, { url, connections, seconds: FLOOR_SECONDS });
    measured.push({ name, result });
  }
  return measured;
}
