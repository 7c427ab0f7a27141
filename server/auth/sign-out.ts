import { endSession } from "@/server/auth/sessions";
import type { SessionContext } from "@/server/context";

/** Ends the session that this request came with. */
export async function signOut(ctx: SessionContext): Promise<{ message: string }> {
  await endSession(ctx);
  return { message: "Logged out successfully" };
}
