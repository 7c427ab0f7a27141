import type { Readiness } from "@/lib/contracts/system";
import { observed } from "@/server/http/observed";
import { checkReadiness } from "@/server/platform/health/readiness";
import { log } from "@/server/platform/logger";
import { pingDatabase } from "@/server/platform/prepared-queries";

/** `GET /api/health`, as documented: 200 while this process can serve, its database included. */
export function health(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/" }, async () => {
    try {
      await pingDatabase();
      return answer(200, { status: "ok" });
    } catch (error) {
      log().warn({ error }, "health check failed");
      return answer(503, { status: "unavailable" });
    }
  });
}

/**
 * `GET /api/health/live`: 200 as long as this process responds. Without the database check, because a
 * restart would not repair the database.
 */
export function live(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/live/" }, async () =>
    answer(200, { status: "ok" }),
  );
}

/** `GET /api/health/ready`: 200 when this process accepts requests, otherwise 503 with the failed check. */
export function ready(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/ready/" }, async () => {
    const readiness = await checkReadiness();
    return answer(readiness.status === "ok" ? 200 : 503, readiness);
  });
}

function answer(status: number, body: Readiness | { status: "ok" | "unavailable" }): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
