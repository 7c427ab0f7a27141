import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that a system hands out (Linux: from 32768): it would give ours to an outgoing connection. */
const PORTS = { from: 20_000, to: 32_000 };
const TRIES = 1_000;

/** Those that this process has given out already, which may not be in use yet. */
const given = new Set<number>();

/** A currently free port, another one each time. */
export async function freePort(host?: string): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port, host)) return port;
  }
  throw new Error("This machine has no free ports.");
}

/** Whether we could listen on `port`; without a host, on every address of the machine. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
