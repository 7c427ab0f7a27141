import { db } from "@/server/db";
import { log } from "@/server/logger";

/** Whether this process can serve: its database answers. */
export async function checkHealth(): Promise<{ status: "ok" | "unavailable" }> {
  try {
    await db("accounts").$queryRaw`SELECT 1`;
    return { status: "ok" };
  } catch (error) {
    log().warn({ error }, "health check failed");
    return { status: "unavailable" };
  }
}
