import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Holds what waits to be posted until a user says so: posting by itself was turned off. What may have reached
 * QuickBooks goes on.
 */
export async function holdPostings(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.posting.updateMany({
    where: { companyId, state: { in: ["queued", "blocked"] }, outcomeUnknown: false },
    data: { state: "held", message: "", errorCode: null, details: "" },
  });
}
