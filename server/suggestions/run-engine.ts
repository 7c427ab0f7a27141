import type { MatchingAlgorithm } from "@/generated/prisma/client";
import { continueMatch, matchCompletely } from "@/server/matching/continue-match";
import type { Candidate } from "@/server/matching/decision/candidates";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type KnownBooks, keepBooks, knownBooks } from "./known-books";
import { loadPastDecisions } from "./load-past-decisions";
import { type Plan, planDeposits } from "./plan-deposits";
import { readChangedRows } from "./read-changed-rows";
import { type BookVersions, readVersions } from "./read-versions";

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
): Promise<{ plans: Plan[]; versions: BookVersions }> {
  const books = await currentBooks(tx, ctx, algorithm);
  keepBooks(ctx.companyId, books);
  return { plans: plansOf(books, only), versions: books.versions };
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
): Plan[] {
  const chosen = [...only].flatMap((id) => deposits.get(id)?.planned ?? []);
  const matches = latest.matches(new Set(chosen.map(({ id }) => id)));
  const amounts = new Map<string, number>();
  for (const id of matches.flatMap(({ paymentIds }) => paymentIds)) {
    amounts.set(id, payments.get(Number(id))?.input.amount ?? 0);
  }
  return planDeposits(chosen, { matches }, amounts, history);
}
