import { connectionsDue } from "@/server/integrations/keep-alive";
import { enqueue } from "./enqueue";

/** Finds connections whose access ends unless somebody uses it. */
export async function sweepConnections(): Promise<void> {
  for (const connection of await connectionsDue()) await enqueue("keep-alive", connection);
}
