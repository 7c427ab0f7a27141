import type {
  Deposit,
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import type { SettlementAdjustment, SettlementDeposit, SettlementMatch } from "@/lib/settlement";

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
  adjustments: AdjustmentRow[];
}

type AdjustmentRow = Pick<DepositAdjustment, "amount" | "accountId" | "description">;

/** The account that is stored for a predicted fee, which goes to the expense category of the source. */
const EXPENSE_CATEGORY = "";

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
    adjustments: match.adjustments.map(toSettlementAdjustment),
  };
}

function toSettlementAdjustment(row: AdjustmentRow): SettlementAdjustment {
  const { accountId, description } = row;
  const amount = Number(row.amount);
  return accountId === EXPENSE_CATEGORY
    ? { kind: "fee", amount, description }
    : { kind: "account", amount, accountId, description };
}

/** The inverse of how {@link toSettlementMatch} reads an adjustment. */
export function toAdjustmentRow(adjustment: SettlementAdjustment) {
  const { amount, description } = adjustment;
  const accountId = adjustment.kind === "fee" ? EXPENSE_CATEGORY : adjustment.accountId;
  return { amount, accountId, description };
}
