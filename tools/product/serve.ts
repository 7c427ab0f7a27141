import { supervise } from "../process/supervise";
import { startProduct } from "./product";
import { requestedPort } from "./settings";

/** Starts the product on this machine and keeps it running until it is stopped. */
export function serve(mode: "start" | "dev"): Promise<number> {
  const log = (line: string) => console.error(line);
  return supervise(async (scope) => {
    const port = await requestedPort();
    const { url, server } = await startProduct(scope, {
      mode,
      port,
      log,
      onServerLine: console.log,
    });
    log(`\nDeposit Matcher is up: ${process.env.APP_URL?.trim() || url}  (Ctrl-C stops it)`);
    const result = await server.exited;
    throw new Error(`The server stopped unexpectedly (${result}):\n${server.tail()}`);
  });
}
