import { createServer, type Server, type ServerResponse } from "node:http";
import { getEnv } from "@/server/platform/env";
import { checkReadiness } from "@/server/platform/health/readiness";
import { log } from "@/server/platform/logger";
import { scrape } from "@/server/platform/metrics/scrape";

/** A worker's HTTP server for metrics and health, since a worker serves no requests. */
interface WorkerDoor {
  port: number;
  close(): Promise<void>;
}

/**
 * Opens the server, at HOST. `port` 0 takes a free port.
 * @throws Error with one sentence when the port is taken.
 */
export async function openWorkerDoor(port: number): Promise<WorkerDoor> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(request.url ?? "", request.headers.authorization, response).catch((error: unknown) => {
      log().error({ error }, "metrics could not be written");
      send(response, 500, "text/plain; charset=utf-8", "Something went wrong\n");
    });
  });
  await listen(server, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  address: string,
  authorization: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const path = address.replace(/\?.*$/, "").replace(/\/$/, "");
  if (path === "/metrics") {
    const { status, type, text } = await scrape(authorization);
    return send(response, status, type, text);
  }
  if (path === "/api/health/live") return sendJson(response, 200, { status: "ok" });
  if (path === "/api/health/ready") {
    const readiness = await checkReadiness(authorization);
    return sendJson(response, readiness.status === "ok" ? 200 : 503, readiness);
  }
  send(response, 404, "text/plain; charset=utf-8", "Not found\n");
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, "application/json", JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(text);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(
        isTaken ? new Error(`Port ${port} is in use. Set METRICS_PORT to another port.`) : error,
      );
    });
    server.listen(port, getEnv().HOST, resolve);
  });
}
