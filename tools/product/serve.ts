import type { Environment } from "../process/environment";
import { type Scope, supervise } from "../process/supervise";
import { startProduct } from "./product";
import { requestedPort } from "./settings";

interface Choices {
  /** Settings of the product beside those of the environment. */
  settings?: Environment;
  /** What else runs as long as the product does, once it is up. */
  beside?: (scope: Scope) => Promise<void>;
}

/** Starts the product on this machine and keeps it running until it is stopped. */
export function serve(mode: "start" | "dev", { settings, beside }: Choices = {}): Promise<number> {
  const log = (line: string) => console.error(line);
  return supervise(async (scope) => {
    const port = await requestedPort();
    const { url, server } = await startProduct(scope, {
      mode,
      port,
      log,
      onServerLine: console.log,
      ...(settings && { overrides: Promise.resolve(settings) }),
    });
    log(`\nDeposit Matcher is up: ${process.env.APP_URL?.trim() || url}  (Ctrl-C stops it)`);
    await beside?.(scope);
    const result = await server.exited;
    throw new Error(`The server stopped unexpectedly (${result}):\n${server.tail()}`);
  });
}
