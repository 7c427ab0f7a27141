import { daysBetween } from "@/lib/dates";
import { append } from "@/matching/engine/collections/append";
import type { OpenRecord } from "@/matching/engine/continue-match";
import type { LineInput, Match, PaymentInput } from "@/matching/engine/contract";
import { explainPlan, toPaymentFact } from "../explain-plan";
import { type DescribedPlan, planDeposits } from "../plan-deposits";
import type { KeptBooks, KeptRun } from "./kept-runs";

/**
 * What a run means for deposits: their plans, with the reasons why they stay open.
 * @param only ids of the deposits to plan; left out, all open ones
 */
export function plansOf(
  { deposits, payments }: KeptBooks,
  { latest, history }: KeptRun,
  only: Iterable<number> = deposits.keys(),
): DescribedPlan[] {
  const chosen = new Map(
    [...only].flatMap((id) => deposits.get(id)?.planned ?? []).map((each) => [each.id, each]),
  );
  const ids = new Set(chosen.keys());
  const matches = latest.matches(ids);
  const amounts = new Map<string, number>();
  for (const id of matches.flatMap(({ paymentIds }) => paymentIds)) {
    amounts.set(id, payments.get(Number(id))?.input.amount ?? 0);
  }
  const facts = (id: string) => toPaymentFact(payments.get(Number(id)));
  const open = new Map<string, OpenRecord[]>();
  for (const record of latest.open(ids)) append(open, record.depositId, record);
  const taken = open.size > 0 ? latest.takenPayments() : new Map<string, string>();
  const ofCustomers = new CustomerPayments(payments.values(), (id) => taken.has(id));
  const partOf = (depositId: string, lineId: string) => {
    const input = deposits.get(Number(depositId))?.input;
    const line = input?.lines?.find(({ id }) => id === lineId);
    return input && line ? ofCustomers.partOf(line, input.currency) : null;
  };
  const planned = planDeposits([...chosen.values()], { matches }, amounts, history);
  return planned.flatMap((plan) => {
    const deposit = chosen.get(plan.depositId);
    if (!deposit) return [];
    return {
      ...plan,
      matches: plan.matches.map((each) => ({ ...each, match: plain(each.match) })),
      findings: explainPlan(deposit, plan, open.get(plan.depositId) ?? [], { facts, partOf }),
    };
  });
}

/** The engine computes these when they are read, which can't be sent to another thread. */
function plain(match: Match): Match {
  const { evidence, alternatives } = match;
  return { ...match, evidence, alternatives };
}

/** A payment that is further away belongs to something else. */
const MAX_DAYS = 14;

/** The open payments of customers by the very name or address that a line has. Built at the first question. */
class CustomerPayments {
  private byCustomer: Map<string, PaymentInput[]> | null = null;

  /** @param payments all open ones; `isTaken` those that a match uses */
  constructor(
    private readonly payments: Iterable<{ input: PaymentInput }>,
    private readonly isTaken: (id: string) => boolean,
  ) {}

  /**
   * @returns the id of the payment that is smaller than the line and nearest to it in time; null where the customer
   *   has none. O(all payments) at first, then O(those of the customer).
   */
  partOf(line: LineInput, currency: string): string | null {
    const parts = keysOf(line.entity, line.email)
      .flatMap((key) => this.index().get(key) ?? [])
      .filter(
        (payment) =>
          payment.currency === currency && payment.amount > 0 && payment.amount < line.amount,
      )
      .map(({ id, date }) => ({ id, days: Math.abs(daysBetween(line.date, date)) }))
      .filter(({ id, days }) => days <= MAX_DAYS && !this.isTaken(id))
      .sort((a, b) => a.days - b.days || Number(a.id) - Number(b.id));
    return parts[0]?.id ?? null;
  }

  private index(): Map<string, PaymentInput[]> {
    if (!this.byCustomer) {
      this.byCustomer = new Map();
      for (const { input } of this.payments) {
        for (const key of keysOf(input.customerName, input.email)) {
          append(this.byCustomer, key, input);
        }
      }
    }
    return this.byCustomer;
  }
}

function keysOf(name = "", email = ""): string[] {
  return [name, email].map((text) => text.trim().toLowerCase()).filter((text) => text !== "");
}
