import { log } from "@/server/logger";
import { pingDatabase } from "@/server/read-rows";

/** Whether this process can serve: its database answers. */
export async function checkHealth(): Promise<{ status: "ok" | "unavailable" }> {
  try {
    await pingDatabase();
    return { status: "ok" };
  } catch (error) {
    log().warn({ error }, "health check failed");
    return { status: "unavailable" };
  }
}
