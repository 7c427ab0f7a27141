import type {
  Deposit,
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import { bookingKind, feeKind } from "@/lib/line-bookings";
import type {
  Named,
  SettlementAdjustment,
  SettlementDeposit,
  SettlementLine,
  SettlementMatch,
} from "@/lib/settlement";
import { type KindAccounts, readKindAccounts } from "@/server/connections/kind-accounts";

/** What is loaded of a match wherever a sum is made. */
export const withParts = {
  lines: true,
  payments: { include: { payment: true } },
  adjustments: true,
} satisfies Prisma.MatchInclude;

/** What of a deposit its sum rests on. */
type SummedDeposit = Pick<Deposit, "amount"> & {
  lines: SummedLine[];
  /** Of its source: the accounts that the company chose. */
  integration: { settings: unknown };
};

type SummedLine = Pick<
  DepositLine,
  | "id"
  | "kind"
  | "providerKind"
  | "description"
  | "gross"
  | "fee"
  | "net"
  | "feePredicted"
  | "accountId"
  | "feeAccountId"
  | "bookedCustomerId"
  | "bookedCustomerName"
  | "classId"
  | "className"
>;

/** What of a match a sum rests on. */
interface SummedMatch {
  lines: { lineId: number }[];
  payments: { payment: Pick<LedgerPayment, "amount"> }[];
  adjustments: AdjustmentRow[];
}

type AdjustmentRow = Pick<
  DepositAdjustment,
  "amount" | "accountId" | "description" | "customerId" | "customerName" | "classId" | "className"
>;

/** The account that is stored for a predicted fee, which goes to the expense category of the source. */
const EXPENSE_CATEGORY = "";

/** A deposit as it is added up. A line's own account counts before that of its kind. */
export function toSettlementDeposit(deposit: SummedDeposit): SettlementDeposit {
  const accounts = readKindAccounts(deposit.integration.settings);
  return {
    amount: Number(deposit.amount),
    lines: deposit.lines.map((line) => toSettlementLine(line, accounts)),
  };
}

function toSettlementLine(line: SummedLine, accounts: KindAccounts): SettlementLine {
  return {
    id: line.id,
    kind: line.kind,
    description: line.description,
    gross: Number(line.gross),
    fee: Number(line.fee),
    net: Number(line.net),
    feePredicted: line.feePredicted,
    providerKind: line.providerKind,
    accountId: line.accountId ?? accounts[bookingKind(line)]?.id ?? null,
    feeAccountId: line.feeAccountId ?? accounts[feeKind(line)]?.id ?? null,
    tags: {
      customer: named(line.bookedCustomerId, line.bookedCustomerName),
      class: named(line.classId, line.className),
    },
  };
}

function named(id: string | null, name: string | null): Named | undefined {
  return id !== null && name !== null ? { id, name } : undefined;
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
    : {
        kind: "account",
        amount,
        accountId,
        description,
        customer: named(row.customerId, row.customerName),
        class: named(row.classId, row.className),
      };
}

/** The inverse of how {@link toSettlementMatch} reads an adjustment. */
export function toAdjustmentRow(adjustment: SettlementAdjustment) {
  const { amount, description } = adjustment;
  if (adjustment.kind === "fee") {
    return { amount, accountId: EXPENSE_CATEGORY, accountName: "", description };
  }
  const { accountId, accountName = "", customer, class: ofClass } = adjustment;
  return {
    amount,
    accountId,
    accountName,
    description,
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    classId: ofClass?.id ?? null,
    className: ofClass?.name ?? null,
  };
}
