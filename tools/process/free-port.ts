import { createServer } from "node:net";

/** A currently free port. */
export async function freePort(host?: string): Promise<number> {
  const port = await listen(0, host);
  if (port === undefined) throw new Error("This machine has no free ports.");
  return port;
}

/** Whether we could listen on `port`; without a host, on every address of the machine. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  return (await listen(port, host)) !== undefined;
}

/** Listens for a moment and returns the port, or undefined when it is taken. */
function listen(port: number, host: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
