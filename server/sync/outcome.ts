import type { Prisma } from "@/generated/prisma/client";

/** What a walk through a provider's data came to. */
export interface SyncOutcome {
  /** For the user: "41 payouts, 3 new". */
  message: string;
  /** Where the next sync starts. */
  cursor: Prisma.InputJsonObject;
}
