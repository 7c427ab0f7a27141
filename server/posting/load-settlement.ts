import type { Deposit, DepositLine, Prisma } from "@/generated/prisma/client";
import type { SettlementDeposit, SettlementMatch } from "@/lib/settlement";

/** What is loaded of a match wherever a sum is made. */
export const withParts = {
  lines: true,
  payments: { include: { payment: true } },
  adjustments: true,
} satisfies Prisma.MatchInclude;

export type MatchWithParts = Prisma.MatchGetPayload<{ include: typeof withParts }>;

export function toSettlementDeposit(
  deposit: Deposit & { lines: DepositLine[] },
): SettlementDeposit {
  return {
    amount: Number(deposit.amount),
    lines: deposit.lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      description: line.description,
      gross: Number(line.gross),
      fee: Number(line.fee),
      net: Number(line.net),
      feePredicted: line.feePredicted,
    })),
  };
}

export function toSettlementMatch(match: MatchWithParts): SettlementMatch {
  return {
    lineIds: match.lines.map((line) => line.lineId),
    payments: match.payments.map(({ payment }) => ({ amount: Number(payment.amount) })),
    adjustments: match.adjustments.map(({ amount, accountId, description }) => ({
      amount: Number(amount),
      accountId,
      description,
    })),
  };
}
