import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

export interface AuditEntry {
  /** The event in the past tense: "deposit.matched". */
  action: string;
  entity: "deposit" | "integration" | "match_run" | "job" | "user" | "settings" | "rule";
  entityId: string | number;
  /** Additional facts, never secrets. */
  data?: Prisma.InputJsonObject;
}

/** Writes an audit row in the transaction of the change. */
export async function recordAudit(tx: Tx, ctx: CompanyContext, entry: AuditEntry): Promise<void> {
  // Not `create`, which reads the row back: some scopes may insert audit rows but not read them.
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
