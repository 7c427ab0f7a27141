import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { version } from "@/package.json";
import type { Env } from "@/server/platform/env";
import { makeDataFolder } from "../process/data-folder";
import type { Environment } from "../process/environment";
import { type Scope, supervise } from "../process/supervise";
import { startProduct } from "./product";
import { endRestore, forgetRestore, untilRestoreAsked } from "./restore-desk";
import { dataDir, requestedPort } from "./settings";

/** Next's own greeting: it names addresses at which nothing listens, and isn't JSON. */
const BANNER =
  /^\s*(?:▲ Next\.js |- (?:Local|Network): |✓ (?:Starting|Ready|Running next\.config)|$)/;

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

interface Choices {
  /** Settings of the product beside those of the environment. */
  settings?: Environment;
  /** What else runs as long as the product does, once it is up. */
  beside?: (scope: Scope) => Promise<void>;
}

const log = (line: string) => console.error(line);

/**
 * Starts the product on this machine and keeps it running until it is stopped.
 * @param restore restores the backup that the product's first page was given, while the product is down and its port is
 * free; resolves with false when it was stopped.
 */
export async function serve(
  mode: "start" | "dev",
  restore: (port: number) => Promise<boolean>,
  { settings: extra, beside }: Choices = {},
): Promise<number> {
  const port = await requestedPort();
  await makeDataFolder(dataDir());
  await forgetRestore();
  for (;;) {
    let isAsked = false;
    const code = await supervise(async (scope) => {
      const { url, server, settings } = await startProduct(scope, {
        mode,
        port,
        env: { ...process.env, DEPOSIT_MATCHER_RESTORES: "1" },
        log,
        onServerLine: (line) => isBanner(line) || console.log(line),
        ...(extra && { overrides: Promise.resolve(extra) }),
      });
      await endRestore();
      log(`\nDeposit Matcher is up: ${process.env.APP_URL?.trim() || url}  (Ctrl-C stops it)`);
      for (const line of about(settings)) log(line);
      await beside?.(scope);
      const died = server.exited.then((result) => {
        throw new Error(`The server stopped unexpectedly (${result}):\n${server.tail()}`);
      });
      await Promise.race([died, untilRestoreAsked()]);
      isAsked = true;
      return 0;
    });
    if (!isAsked || !(await restore(port))) return code;
  }
}
