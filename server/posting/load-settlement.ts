import type {
  Deposit,
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import type { SettlementDeposit, SettlementMatch } from "@/lib/settlement";

/** What is loaded of a match wherever a sum is made. */
export const withParts = {
  lines: true,
  payments: { include: { payment: true } },
  adjustments: true,
} satisfies Prisma.MatchInclude;

/** What of a deposit its sum rests on. */
type SummedDeposit = Pick<Deposit, "amount"> & {
  lines: Pick<
    DepositLine,
    "id" | "kind" | "description" | "gross" | "fee" | "net" | "feePredicted"
  >[];
};

/** What of a match a sum rests on. */
interface SummedMatch {
  lines: { lineId: number }[];
  payments: { payment: Pick<LedgerPayment, "amount"> }[];
  adjustments: Pick<DepositAdjustment, "amount" | "accountId" | "description">[];
}

export function toSettlementDeposit(deposit: SummedDeposit): SettlementDeposit {
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

export function toSettlementMatch(match: SummedMatch): SettlementMatch {
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
