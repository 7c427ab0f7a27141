import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { version } from "@/package.json";
import type { Env } from "@/server/platform/env";
import { supervise } from "../process/supervise";
import { startProduct } from "./product";
import { requestedPort } from "./settings";

/** Next's own greeting: it names addresses at which nothing listens, and isn't JSON. */
const BANNER = /^\s*(?:▲ Next\.js |- (?:Local|Network): |✓ (?:Starting|Ready)|$)/;

function isBanner(line: string): boolean {
  return BANNER.test(stripVTControlCharacters(line));
}

/** What the operator should know once it is up. */
export function about({
  WORKER,
  SMTP_URL,
  DATA_DIR,
  BUILD_COMMIT = "",
}: Pick<Env, "WORKER" | "SMTP_URL" | "DATA_DIR" | "BUILD_COMMIT">): string[] {
  const commit = BUILD_COMMIT && ` (${BUILD_COMMIT.slice(0, 12)})`;
  return [
    `Version ${version}${commit}`,
    ...(WORKER === "inline"
      ? []
      : ["Jobs don't run in this process: start npm run worker, or set WORKER=inline."]),
    ...(SMTP_URL === undefined
      ? [`Mails aren't sent but kept in ${join(DATA_DIR, "mail")}, because SMTP_URL isn't set.`]
      : []),
  ];
}

/** Starts the product on this machine and keeps it running until it is stopped. */
export function serve(mode: "start" | "dev"): Promise<number> {
  const log = (line: string) => console.error(line);
  return supervise(async (scope) => {
    const port = await requestedPort();
    const { url, server, settings } = await startProduct(scope, {
      mode,
      port,
      log,
      onServerLine: (line) => isBanner(line) || console.log(line),
    });
    log(`\nDeposit Matcher is up: ${process.env.APP_URL?.trim() || url}  (Ctrl-C stops it)`);
    for (const line of about(settings)) log(line);
    const result = await server.exited;
    throw new Error(`The server stopped unexpectedly (${result}):\n${server.tail()}`);
  });
}
