import { createServer, type IncomingMessage } from "node:http";
import { type RestoreProgress, restoreProgress } from "@/lib/contracts/first-restore";
import { isBearer } from "@/server/platform/crypto/tokens";
import type { Scope } from "../process/supervise";
import { readRestore } from "../product/restore-desk";

const RETRY_SECONDS = 3;
const RESTORING = "A backup is being restored.";

/** For pages opened or reloaded meanwhile: they reload until the product is back. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Deposit Matcher</title><p>${RESTORING} This page opens when it is done.</p></html>`;

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Answers at the product's address while it is down: the first page's question how the restore goes, that this process
 * lives, and 503 to everything else.
 */
export async function standIn(scope: Scope, port: number): Promise<void> {
  const server = createServer(async (request, response) => {
    const isPage = request.headers.accept?.includes("text/html") === true;
    const answer = await answerTo(request).catch(() => undefined);
    if (answer) {
      response.writeHead(200, { ...HEADERS, "Content-Type": "application/json" });
      response.end(JSON.stringify(answer));
      return;
    }
    const type = isPage ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(503, { ...HEADERS, "Content-Type": type, "Retry-After": RETRY_SECONDS });
    response.end(isPage ? PAGE : JSON.stringify({ code: "unavailable", message: RESTORING }));
  });
  await scope.acquire(
    () =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, process.env.HOST?.trim() || "127.0.0.1", resolve);
      }),
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
}

async function answerTo({
  method,
  url = "",
  headers,
}: IncomingMessage): Promise<RestoreProgress | { status: "ok" } | undefined> {
  const path = url.replace(/\/?(?:\?.*)?$/, "");
  if (method !== "GET") return undefined;
  if (path === "/api/health/live") return { status: "ok" };
  if (path !== "/api/restore") return undefined;
  const state = await readRestore();
  if (!state || !isBearer(headers.authorization ?? "", state.token)) return undefined;
  return restoreProgress.parse({ ...state, received: state.size });
}
