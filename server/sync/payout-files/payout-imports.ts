import type { PayoutImport as Row } from "@/generated/prisma/client";
import type { PayoutImport } from "@/lib/contracts/payout-imports";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const LATEST = 100;

/** The files of payouts that were imported last, newest first. */
export async function listPayoutImports(
  ctx: CompanyContext,
): Promise<{ payout_imports: PayoutImport[] }> {
  const rows = await db(ctx).payoutImport.findMany({
    where: { companyId: ctx.companyId },
    include: { integration: { select: { displayName: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: LATEST,
  });
  return {
    payout_imports: rows.map((row) => toImportView(row, row.integration.displayName)),
  };
}

/** An import as the wire has it. */
export function toImportView(row: Row, name: string): PayoutImport {
  return {
    id: row.id,
    connection_id: row.integrationId,
    source_name: name,
    file_name: row.fileName,
    format: row.format,
    added: row.added.length,
    known: row.known,
    errors: row.errors,
    created_at: row.createdAt.toISOString(),
    undone_at: row.undoneAt?.toISOString() ?? null,
  };
}
