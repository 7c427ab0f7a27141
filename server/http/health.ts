import { db } from "@/server/db";
import { logger } from "@/server/logger";

/** Whether this process can serve: its database answers. */
export async function checkHealth(): Promise<{ status: "ok" | "unavailable" }> {
  try {
    await db().$queryRaw`SELECT 1`;
    return { status: "ok" };
  } catch (error) {
    logger.warn({ error }, "health check failed");
    return { status: "unavailable" };
  }
}
