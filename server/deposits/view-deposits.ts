import type { Deposit } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { toDepositView } from "@/server/deposits/deposit-view";
import type { DepositWithLines } from "@/server/matches/engine-input";

/** Rows as the wire has them, with the state of their matches and postings. */
export async function viewDeposits(
  tx: Tx,
  ctx: CompanyContext,
  rows: DepositWithLines[],
  bankName: string,
): Promise<Deposit[]> {
  const { companyId } = ctx;
  const depositId = { in: rows.map(({ id }) => id) };
  const matchedLines = await tx.matchLine.findMany({
    where: { companyId, live: true, line: { depositId } },
    select: { lineId: true },
  });
  const postings = await tx.posting.findMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
  });
  const matchedLineIds = new Set(matchedLines.map(({ lineId }) => lineId));
  const byDeposit = new Map(postings.map((posting) => [posting.depositId, posting]));
  return rows.map((row) =>
    toDepositView(row, { bankName, matchedLineIds, posting: byDeposit.get(row.id) }),
  );
}
