import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Call, readCall } from "./call";
import { json, type Reply } from "./reply";

/** How an answer is sent: whole, late, or cut off. */
export interface Delivery {
  reply: Reply;
  delayMs?: number;
  /** The answer is sent once this resolves. */
  after?: Promise<void>;
  /** Closes the connection after this share of the body (0 = before the first byte). */
  cutAt?: number;
  /** Never answers, or with `cutAt` stops there. The client has to time out. */
  hang?: boolean;
  /** Runs once the answer is sent or the connection has ended. */
  finished?: () => void;
}

export type Handler = (call: Call) => Delivery;

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Serves `handler` on a port (0 = a free port). Closing drops open connections. */
export async function listen(handler: Handler, port: number, host: string): Promise<Listening> {
  const pending = new Set<NodeJS.Timeout>();
  const server = createServer(async (request, response) => {
    let delivery: Delivery;
    try {
      delivery = handler(await readCall(request));
    } catch (error) {
      // A defect of the emulator itself: report it instead of answering as the provider.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      delivery = { reply: json(500, { sandbox_error: message }) };
    }
    response.once("close", () => delivery.finished?.());
    if (delivery.hang && !delivery.cutAt) return;
    await delivery.after;
    if (!delivery.delayMs) return send(response, delivery);
    const timer = setTimeout(() => {
      pending.delete(timer);
      send(response, delivery);
    }, delivery.delayMs);
    pending.add(timer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        for (const timer of pending) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { reply, cutAt, hang }: Delivery): void {
  if (cutAt === 0) {
    response.socket?.destroy();
    return;
  }
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, { ...reply.headers, "content-length": String(body.length) });
  if (cutAt === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.floor(body.length * cutAt)), () => {
    if (!hang) response.socket?.destroy();
  });
}
