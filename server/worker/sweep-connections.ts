import { connectionsDue } from "@/server/connections/keep-alive";
import { singletonKey } from "@/server/platform/queue/definitions";
import { requeue } from "@/server/platform/queue/enqueue";

/** Finds connections whose access ends unless it is used. */
export async function sweepConnections(backingOff: readonly string[]): Promise<void> {
  for (const connection of await connectionsDue()) {
    const key = singletonKey("keep-alive", connection);
    if (!backingOff.includes(key)) await requeue("keep-alive", connection);
  }
}
