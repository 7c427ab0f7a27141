import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startWorker } from "@/server/worker/worker";

// An instance of the product without its pages: the real route handlers on a port, and a worker.

type Handler = (request: Request, route?: { params: Promise<object> }) => Promise<Response>;

const routes = new URL("../../../app/api/", import.meta.url);

async function handlerOf(method: string, path: string): Promise<Handler | undefined> {
  const own = path.replace(/^\/api\/|\/$/g, "");
  const [provider, action, more] = own.split("/");
  const isProviders = !existsSync(fileOf(own)) && action !== undefined && more === undefined;
  const file = fileOf(isProviders ? "[provider]/[action]" : own);
  if (!existsSync(file)) return undefined;
  const module: Record<string, Handler> = await import(file);
  const params = Promise.resolve(isProviders ? { provider, action } : {});
  const handler = module[method];
  return handler && ((request) => handler(request, { params }));
}

function fileOf(route: string): string {
  return fileURLToPath(new URL(`${route}/route.ts`, routes));
}

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? "/", "http://localhost");
  const handler = await handlerOf(incoming.method ?? "GET", url.pathname);
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
