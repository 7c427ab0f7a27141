import type { Dataset, RowFacts, TruthGroup } from "@/matching/bench/model";
import type { Proposal } from "@/matching/bench/scoring/proposal";
import type { LineInput, PaymentInput } from "@/matching/engine/contract";

export interface Row {
  id: string;
  date: string;
  amount: number;
  customer?: number;
}

/** One payout with these lines against these payments, all in dollars. */
export function books(
  lines: readonly Row[],
  payments: readonly Row[],
  groups: readonly Pick<TruthGroup, "lineIds" | "paymentIds" | "kind">[],
): Dataset {
  const facts = ({ customer }: Row): RowFacts => ({
    customer: customer ?? null,
    showsCustomer: customer !== undefined,
    references: [],
  });
  return {
    deposits: [
      {
        id: "D",
        date: "2026-03-05",
        amount: lines.reduce((sum, { amount }) => sum + amount, 0),
        currency: "USD",
        lines: lines.map(
          ({ id, date, amount }): LineInput => ({ id, type: "charge", date, amount }),
        ),
      },
    ],
    payments: payments.map(({ id, date, amount }): PaymentInput => {
      return { id, date, amount, currency: "USD" };
    }),
    truth: {
      groups: groups.map((group) => ({ ...group, depositId: "D", deviation: 0 })),
      lineFacts: new Map(lines.map((row) => [row.id, facts(row)])),
      paymentFacts: new Map(payments.map((row) => [row.id, facts(row)])),
    },
  };
}

export function proposal(
  lineIds: string[],
  paymentIds: string[],
  { probability = 0.9, auto = false } = {},
): Proposal {
  return { depositId: "D", lineIds, paymentIds, probability, auto };
}
