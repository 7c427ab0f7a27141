import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DELETE, GET, PATCH, POST, PUT } from "@/app/api/[[...path]]/route";
import { startWorker } from "@/server/worker/worker";

// An instance of the product without its pages: the real route handlers on a port, and a worker.

const handlers: Partial<Record<string, typeof GET>> = { GET, POST, PUT, PATCH, DELETE };

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? "/", "http://localhost");
  const handler = handlers[incoming.method ?? "GET"];
  if (!handler) {
    outgoing.writeHead(404).end();
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const method = incoming.method ?? "GET";
  const answer = await handler(new Request(url, { method, headers, ...(body && { body }) }));
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
});

await startWorker();
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("disconnect", () => process.exit(0));
