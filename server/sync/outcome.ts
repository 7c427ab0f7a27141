import type { Prisma } from "@/generated/prisma/client";
import type { EarlierPayout } from "@/server/connections/read-earlier-payouts";

/** What a walk through a provider's data came to. */
export interface SyncOutcome {
  /** For the user: "41 payouts, 3 new". */
  message: string;
  /** Where the next sync starts. */
  cursor: Prisma.InputJsonObject;
  /** Of a source that was read from its start date on: the payouts before it; null where they can't be told. */
  earlierPayouts?: EarlierPayout[] | null;
}
