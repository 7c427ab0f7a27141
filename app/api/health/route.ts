import { checkHealth } from "@/server/http/health";

export const dynamic = "force-dynamic";

/** 200 once the product can serve, 503 otherwise. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, { status: health.status === "ok" ? 200 : 503 });
}
