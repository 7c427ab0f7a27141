import { append } from "@/matching/engine/collections/append";
import type { OpenRecord } from "@/matching/engine/continue-match";
import type { Match } from "@/matching/engine/contract";
import { CustomerPayments } from "../customer-payments";
import { describePlan } from "../describe-plan";
import { type DescribedPlan, planDeposits } from "../plan-deposits";
import { toPaymentFact } from "../to-payment-fact";
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
      findings: describePlan(deposit, plan, open.get(plan.depositId) ?? [], { facts, partOf }),
    };
  });
}

/** The engine computes these when they are read, which can't be sent to another thread. */
function plain(match: Match): Match {
  const { evidence, alternatives } = match;
  return { ...match, evidence, alternatives };
}
