import type { MatchingAlgorithm } from "@/generated/prisma/client";
import type { PaymentFact } from "@/server/deposits/findings";
import { append } from "@/server/matching/collections/append";
import { continueMatch, matchCompletely, type OpenRecord } from "@/server/matching/continue-match";
import type { Candidate } from "@/server/matching/decision/candidates";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { CustomerPayments } from "./customer-payments";
import { describePlan } from "./describe-plan";
import { type KnownBooks, type KnownPayment, keepBooks, knownBooks } from "./known-books";
import { loadPastDecisions } from "./load-past-decisions";
import { type DescribedPlan, planDeposits } from "./plan-deposits";
import { readChangedRows } from "./read-changed-rows";
import { readVersions } from "./read-versions";

/** Once so much of the books differs from those of the complete run, the engine learns anew. */
const MAX_CHANGED_SHARE = 0.1;

type Rows = Pick<KnownBooks, "deposits" | "payments">;

/**
 * Lets the engine decide over the company's open books, with what it decided before: books that are the
 * same as last time are decided already, and after a small change only what the change can reach is
 * compared again. Under the company's lock.
 * @param only ids of the deposits to plan; left out, all open ones
 */
export async function runEngine(
  tx: Tx,
  ctx: CompanyContext,
  algorithm: MatchingAlgorithm,
  only?: ReadonlySet<number>,
): Promise<{ plans: DescribedPlan[]; books: KnownBooks }> {
  const books = await currentBooks(tx, ctx, algorithm);
  keepBooks(ctx.companyId, books);
  return { plans: plansOf(books, only), books };
}

/**
 * The open payments that the engine holds possible for open lines, best first, by the lines' ids. Those of lines that
 * somebody has decided about are left out.
 */
export async function findCandidates(
  tx: Tx,
  ctx: CompanyContext,
  lineIds: readonly number[],
): Promise<Map<number, Candidate[]>> {
  const settings = await tx.companySettings.findUnique({ where: { companyId: ctx.companyId } });
  const books = await currentBooks(tx, ctx, settings?.algorithm ?? "smart");
  keepBooks(ctx.companyId, books);
  const found = books.latest.candidates(new Set(lineIds.map(String)));
  return new Map(
    [...found].map(([id, candidates]) => [
      Number(id),
      candidates.filter(({ paymentId }) => books.payments.has(Number(paymentId))),
    ]),
  );
}

async function currentBooks(
  tx: Tx,
  ctx: CompanyContext,
  algorithm: MatchingAlgorithm,
): Promise<KnownBooks> {
  const known = knownBooks(ctx.companyId);
  const versions = await readVersions(tx, ctx, known?.versions);
  if (known?.versions === versions && known.algorithm === algorithm) return known;
  const rows = await readChangedRows(tx, ctx, versions, known);
  const isContinuable = known?.algorithm === algorithm && known.refusals === versions.refusals;
  const latest = isContinuable ? continued(known, rows) : null;
  if (known && latest) return { ...known, ...rows, versions, latest };
  const history = await loadPastDecisions(tx, ctx);
  const complete = matchCompletely(...inputsOf(rows), { algorithm, history });
  const { refusals } = versions;
  return { ...rows, versions, refusals, algorithm, history, complete, latest: complete };
}

function continued({ complete }: KnownBooks, rows: Rows) {
  const [deposits, payments] = inputsOf(rows);
  const most = (deposits.length + payments.length) * MAX_CHANGED_SHARE;
  return continueMatch(complete, deposits, payments, { most });
}

function inputsOf({ deposits, payments }: Rows) {
  return [
    [...deposits.values()].flatMap(({ input }) => input ?? []),
    [...payments.values()].map(({ input }) => input),
  ] as const;
}

function plansOf(
  { deposits, payments, latest, history }: KnownBooks,
  only: ReadonlySet<number> = new Set(deposits.keys()),
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
      findings: describePlan(deposit, plan, open.get(plan.depositId) ?? [], { facts, partOf }),
    };
  });
}

function toPaymentFact(payment: KnownPayment | undefined): PaymentFact | undefined {
  if (!payment) return undefined;
  const { quickbooksId, kind, input } = payment;
  return {
    id: Number(input.id),
    kind,
    quickbooksId,
    number: input.reference ?? "",
    customer: input.customerName ?? "",
    amount: input.amount,
    currency: input.currency,
    date: input.date,
  };
}
