import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

export interface AuditEntry {
  /** "deposit.matched": what happened, in the past tense. */
  action: string;
  entity: "deposit" | "integration" | "match_run" | "job" | "user" | "settings";
  entityId: string | number;
  /** Facts worth keeping. Never a secret. */
  data?: Prisma.InputJsonObject;
}

/** Writes who did what, in the transaction of the change itself. */
export async function recordAudit(tx: Tx, ctx: CompanyContext, entry: AuditEntry): Promise<void> {
  // Not `create`, which reads back what it wrote: who signs in may add to the record, not read it.
  await tx.auditEvent.createMany({
    data: {
      companyId: ctx.companyId,
      userId: ctx.userId,
      requestId: ctx.requestId,
      action: entry.action,
      entity: entry.entity,
      entityId: String(entry.entityId),
      data: entry.data ?? {},
    },
  });
}
