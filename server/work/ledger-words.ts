import { Prisma } from "@/generated/prisma/client";
import { type LedgerWire, type LedgerWords, ledgerWords } from "@/lib/ledger-words";
import { describeProvider, LEDGERS, type ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

/**
 * SQL: the accounting software of a company, connected or, where none is, the last one; NULL before the first.
 * @param fact of its row `l`.
 */
export function ledgerOf(
  companyId: Prisma.Sql,
  fact: Prisma.Sql = Prisma.sql`l.provider::text`,
): Prisma.Sql {
  return Prisma.sql`(SELECT ${fact} FROM integrations l WHERE l.company_id = ${companyId}
    AND l.provider = ANY (${LEDGERS}::provider[]) ORDER BY l.status, l.connected_at DESC LIMIT 1)`;
}

/** @param provider of an integration, or as {@link ledgerOf} reads it; null before any accounting software was connected */
export function wordsOf(provider: ProviderId | null | undefined): LedgerWords {
  return ledgerWords(wireOf(provider));
}

/** Its name on the wire. */
export function wireOf(provider: ProviderId | null | undefined): LedgerWire | null {
  const found = provider && describeProvider(provider);
  return found?.role === "ledger" ? found.wire : null;
}

/** The words for the company's accounting software: the connected one, else the last one. */
export async function loadLedgerWords(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<LedgerWords> {
  const ledger = await tx.integration.findFirst({
    where: { companyId: ctx.companyId, provider: { in: LEDGERS } },
    orderBy: [{ status: "asc" }, { connectedAt: "desc" }],
    select: { provider: true },
  });
  return wordsOf(ledger?.provider);
}
