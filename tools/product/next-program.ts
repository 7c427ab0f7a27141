import { createRequire } from "node:module";

/** Path of Next's command line program, to run with Node. */
export function nextProgram(): string {
  return createRequire(import.meta.url).resolve("next/dist/bin/next");
}

/**
 * A request leaves much short-lived garbage: with a larger young generation (MB) it is collected less often.
 */
const NURSERY = "--max-semi-space-size=32";
/** Longer than a proxy keeps an idle connection (Caddy: two minutes), or it would send into a closing one. */
const KEEP_ALIVE_MS = 125_000;

/** Node arguments of the production server; the Dockerfile repeats them. */
export function nextStart(port: string | number): string[] {
  const keepAlive = ["--keepAliveTimeout", String(KEEP_ALIVE_MS)];
  return [NURSERY, nextProgram(), "start", ...listenAt(port), ...keepAlive];
}

/** Without `HOST` only this machine is served: the product itself speaks HTTP, without TLS. */
export function listenAt(port: string | number): string[] {
  return ["-H", process.env.HOST?.trim() || "127.0.0.1", "-p", String(port)];
}
