import type { MatchingAlgorithm } from "@/generated/prisma/client";
import type { Candidate } from "@/matching/engine/decision/candidates";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { outside } from "@/server/platform/outside-work";
import { type CachedLedger, cachedLedger, cacheLedger } from "./cached-ledger";
import { askAboutBooks } from "./engine/ask-about-books";
import { digestOf } from "./engine/digest-of";
import type { BooksAnswer, Question } from "./engine/jobs";
import { loadPastDecisions } from "./load-past-decisions";
import type { DescribedPlan } from "./plan-deposits";
import { readChangedRows, readVersions } from "./read-versions";

/**
 * Lets the engine decide over the company's open books, with what it decided before: books that are the
 * same as last time are decided already, and after a small change only what the change can reach is
 * compared again. Under the company's lock; the engine itself runs in a thread, while the transaction is over
 * (see {@link outside}).
 * @param only ids of the deposits to plan; left out, all open ones
 */
export async function runEngine(
  tx: Tx,
  ctx: CompanyContext,
  algorithm: MatchingAlgorithm,
  only?: ReadonlySet<number>,
): Promise<{ plans: DescribedPlan[]; books: CachedLedger }> {
  const question = { kind: "plans" as const, only: only ? [...only] : null };
  const { answer, books } = await answered(tx, ctx, algorithm, question);
  return { plans: answer.plans, books };
}

/**
 * The open payments that the engine holds possible for open lines, best first, by the lines' ids. Those of lines that
 * somebody has decided about are left out. In a transaction that {@link withOutsideWork} begins.
 */
export async function findCandidates(
  tx: Tx,
  ctx: CompanyContext,
  lineIds: readonly number[],
): Promise<Map<number, Candidate[]>> {
  const settings = await tx.companySettings.findUnique({ where: { companyId: ctx.companyId } });
  const question = { kind: "candidates" as const, lineIds: [...lineIds] };
  const { answer } = await answered(tx, ctx, settings?.algorithm ?? "smart", question);
  return answer.candidates;
}

type Answered = Extract<BooksAnswer, { is: "answered" }>;

async function answered(
  tx: Tx,
  ctx: CompanyContext,
  algorithm: MatchingAlgorithm,
  question: Question,
): Promise<{ answer: Answered; books: CachedLedger }> {
  const books = await currentBooks(tx, ctx, algorithm);
  cacheLedger(ctx.companyId, books);
  const answer = ask(ctx, books, question, false);
  if (answer.is === "answered") return { answer, books: kept(ctx, books, answer) };
  const history = await loadPastDecisions(tx, ctx);
  const fresh = { ...books, history, taught: digestOf(history) };
  cacheLedger(ctx.companyId, fresh);
  const complete = ask(ctx, fresh, question, true);
  if (complete.is !== "answered") throw new Error(`The engine's thread answers "${complete.is}"`);
  return { answer: complete, books: kept(ctx, fresh, complete) };
}

/** The answer about the very books that this transaction reads. */
function ask(
  ctx: CompanyContext,
  books: CachedLedger,
  question: Question,
  isComplete: boolean,
): BooksAnswer {
  const { digest, algorithm, taught } = books;
  const key = digestOf(["books", digest, algorithm, taught, question, isComplete]);
  return outside(key, () => askAboutBooks(ctx, books, question, isComplete));
}

function kept(ctx: CompanyContext, books: CachedLedger, { complete }: Answered): CachedLedger {
  if (books.complete === complete) return books;
  const known = { ...books, complete };
  cacheLedger(ctx.companyId, known);
  return known;
}

async function currentBooks(
  tx: Tx,
  ctx: CompanyContext,
  algorithm: MatchingAlgorithm,
): Promise<CachedLedger> {
  const known = cachedLedger(ctx.companyId);
  const versions = await readVersions(tx, ctx, known?.versions);
  if (known?.versions === versions && known.algorithm === algorithm) return known;
  const rows = await readChangedRows(tx, ctx, versions, known);
  const { refusals } = versions;
  const digest = digestOf([...digests(rows.deposits), "", ...digests(rows.payments)]);
  if (known?.refusals === refusals) return { ...known, ...rows, versions, algorithm, digest };
  const history = await loadPastDecisions(tx, ctx);
  const taught = digestOf(history);
  const { complete = null, sent = {} } = known ?? {};
  return { ...rows, versions, algorithm, digest, refusals, history, taught, complete, sent };
}

function digests(rows: ReadonlyMap<number, { digest: string }>): string[] {
  return [...rows].map(([id, { digest }]) => `${id} ${digest}`);
}
