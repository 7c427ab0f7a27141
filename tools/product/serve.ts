import type { Environment } from "../process/environment";
import { type Scope, supervise } from "../process/supervise";
import { startProduct } from "./product";
import { endRestore, forgetRestore, untilRestoreAsked } from "./restore-desk";
import { requestedPort } from "./settings";

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
  { settings, beside }: Choices = {},
): Promise<number> {
  const port = await requestedPort();
  await forgetRestore();
  for (;;) {
    let isAsked = false;
    const code = await supervise(async (scope) => {
      const { url, server } = await startProduct(scope, {
        mode,
        port,
        env: { ...process.env, DEPOSIT_MATCHER_RESTORES: "1" },
        log,
        onServerLine: console.log,
        ...(settings && { overrides: Promise.resolve(settings) }),
      });
      await endRestore();
      log(`\nDeposit Matcher is up: ${process.env.APP_URL?.trim() || url}  (Ctrl-C stops it)`);
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
