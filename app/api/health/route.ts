import { checkHealth } from "@/server/http/health";
import { refuseOthers } from "@/server/http/methods";

export const dynamic = "force-dynamic";

/** 200 once the product can serve, 503 otherwise. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, { status: health.status === "ok" ? 200 : 503 });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
