import { createRequire } from "node:module";

/** Path of Next's command line program, to be run by Node. */
export function nextProgram(): string {
  return createRequire(import.meta.url).resolve("next/dist/bin/next");
}

/** A request leaves much short-lived garbage: with room for it (MB), it is collected less often. */
const NURSERY = "--max-semi-space-size=32";
/** Longer than a proxy keeps an idle connection (Caddy: two minutes): else it sends into one that closes. */
const KEEP_ALIVE_MS = 125_000;

/** The arguments for Node that start the production server; the Dockerfile says the same. */
export function nextStart(port: string | number): string[] {
  const keepAlive = ["--keepAliveTimeout", String(KEEP_ALIVE_MS)];
  return [NURSERY, nextProgram(), "start", "-p", String(port), ...keepAlive];
}
