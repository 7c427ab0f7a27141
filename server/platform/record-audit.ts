import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "./context";
import type { Tx } from "./db";

export interface AuditEntry {
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
  await tx.$executeRaw(auditInsertion(ctx, entries));
}

/** SQL that does as {@link recordAudit}. It reads nothing back: some scopes may insert audit rows but not read them. */
export function auditInsertion(ctx: CompanyContext, entries: readonly AuditEntry[]): Prisma.Sql {
  const { companyId, userId, role = null, apiToken = null, requestId } = ctx;
  return Prisma.sql`
    INSERT INTO audit_events (company_id, at, user_id, role, api_token, request_id, action, entity, entity_id, data)
    SELECT ${companyId}::uuid, ${new Date().toISOString()}::timestamptz, ${userId}::int,
      ${role}::membership_role, ${apiToken}, ${requestId}, e.action, e.entity, e."entityId", coalesce(e.data, '{}')
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS (
      action text, entity text, "entityId" text, data jsonb)) WITH ORDINALITY AS e ORDER BY e.ordinality`;
}
