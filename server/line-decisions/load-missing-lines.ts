import type { DepositLine, Prisma } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { previewReceipts as contract } from "@/lib/contracts/receipts";
import { providerOfWire } from "@/lib/providers/list";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import { openDeposit } from "@/server/matches/load-open-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { receiptKind } from "./propose-receipt";

/** More than anyone reads through at once. */
const MAX_LINES = 2_000;

/** One payout, or a period of one processor. */
export type Selection = BodyOf<typeof contract>;

/** A line that no payment and no account explains. */
export interface MissingLine {
  deposit: DepositWithLines;
  line: DepositLine;
}

/**
 * The lines of open deposits that nothing explains yet, and that a receipt could record.
 * @throws NotFoundError for an unknown deposit; UnusableInputError for half a period, and for too many lines.
 */
export async function loadMissingLines(
  tx: Tx,
  ctx: CompanyContext,
  selection: Selection,
): Promise<MissingLine[]> {
  const { companyId } = ctx;
  const deposits = await tx.deposit.findMany({
    where: { companyId, ...openDeposit, ...(await chosen(tx, ctx, selection)) },
    include: {
      integration: true,
      lines: {
        orderBy: { id: "asc" },
        include: { matchedLines: { where: { live: true }, select: { matchId: true } } },
      },
    },
    orderBy: [{ txnDate: "asc" }, { id: "asc" }],
  });
  const missing = deposits.flatMap((deposit) => {
    const sums = new Map(toSettlementDeposit(deposit).lines.map((line) => [line.id, line]));
    return deposit.lines
      .filter(
        (line) =>
          receiptKind(line) !== null &&
          line.matchedLines.length === 0 &&
          (line.kind === "charge" || sums.get(line.id)?.accountId === null),
      )
      .map((line) => ({ deposit, line }));
  });
  if (missing.length > MAX_LINES) {
    throw new UnusableInputError(
      `More than ${MAX_LINES.toLocaleString("en-US")} lines are missing. Choose a shorter period.`,
    );
  }
  return missing;
}

async function chosen(
  tx: Tx,
  ctx: CompanyContext,
  selection: Selection,
): Promise<Prisma.DepositWhereInput> {
  const { deposit_id, from, to, source } = selection;
  if (deposit_id !== undefined) {
    const { id } = await requireDeposit(tx, ctx, deposit_id);
    return { id };
  }
  if (!from || !to || !source) {
    throw new UnusableInputError("Choose a payout, or a period and a payment processor.");
  }
  return {
    txnDate: { gte: new Date(from), lte: new Date(to) },
    integration: { provider: providerOfWire(source).id },
  };
}
