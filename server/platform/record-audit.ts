import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "./context";
import type { Tx } from "./db";

interface AuditEntry {
  /** The event in the past tense: "deposit.matched". */
  action: string;
  entity:
    | "deposit"
    | "integration"
    | "match_run"
    | "job"
    | "user"
    | "company"
    | "settings"
    | "rule"
    | "api_token"
    | "installation"
    | "webhook_endpoint";
  entityId: string | number;
  /** Additional facts, never secrets. */
  data?: Prisma.InputJsonObject;
}

/** Writes an audit row for each entry in the transaction of the change. */
export async function recordAudit(
  tx: Tx,
  ctx: CompanyContext,
  ...entries: AuditEntry[]
): Promise<void> {
  // Not `create`, which reads the row back: some scopes may insert audit rows but not read them.
  await tx.auditEvent.createMany({
    data: entries.map((entry) => ({
      companyId: ctx.companyId,
      userId: ctx.userId,
      role: ctx.role ?? null,
      apiToken: ctx.apiToken ?? null,
      requestId: ctx.requestId,
      action: entry.action,
      entity: entry.entity,
      entityId: String(entry.entityId),
      data: entry.data ?? {},
    })),
  });
}
