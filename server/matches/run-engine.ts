import type { Candidate } from "@/matching/engine/decision/candidates";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { Read } from "@/server/platform/with-company-lock";
import {
  type CachedLedger,
  cachedLedger,
  cacheLedger,
  digestOf,
  readChangedRows,
} from "./cached-ledger";
import type { BooksAnswer, Question } from "./engine/jobs";
import { askAboutBooks } from "./engine/threads";
import { loadPastDecisions } from "./engine-input";
import type { DescribedPlan } from "./plan-deposits";
import { readVersions } from "./row-versions";

/**
 * Lets the engine plan the company's open books, with what it decided before: books that are the same as last time are
 * planned already, and after a small change only what the change can reach is compared again. The engine runs in a
 * thread; no connection is held meanwhile.
 * @param only ids of the deposits to plan; left out, all open ones
 * @returns the plans, and the books that they are about
 */
export async function runEngine(
  read: Read,
  ctx: CompanyContext,
  only?: ReadonlySet<number>,
): Promise<{ plans: DescribedPlan[]; books: CachedLedger }> {
  const current = await read((tx) => currentBooks(tx, ctx));
  const question = { kind: "plans" as const, only: only ? [...only] : null };
  const { answer, books } = await ask(read, ctx, current, question);
  return { plans: answer.plans, books };
}

/**
 * The open payments that the engine considers possible for open lines, best first, by the lines' ids. Decided
 * lines are left out.
 * @param choose reads which lines; what it reads is at least as new as `books`
 */
export async function findCandidates<Chosen extends { lineIds: readonly number[] }>(
  read: Read,
  ctx: CompanyContext,
  choose: (tx: Tx) => Promise<Chosen>,
): Promise<Chosen & { candidates: Map<number, Candidate[]>; books: CachedLedger }> {
  const { current, chosen } = await read(async (tx) => ({
    current: await currentBooks(tx, ctx),
    chosen: await choose(tx),
  }));
  if (chosen.lineIds.length === 0) return { ...chosen, candidates: new Map(), books: current };
  const question = { kind: "candidates" as const, lineIds: [...chosen.lineIds] };
  const { answer, books } = await ask(read, ctx, current, question);
  return { ...chosen, candidates: answer.candidates, books };
}

/** Whether the open rows are still those of `books`. Under the company's lock only a sync can still change them. */
export async function isCurrent(
  tx: Tx,
  ctx: CompanyContext,
  { rowVersions }: Pick<CachedLedger, "rowVersions">,
): Promise<boolean> {
  return (await readVersions(tx, ctx, rowVersions)) === rowVersions;
}

type Answered = Extract<BooksAnswer, { is: "answered" }>;

async function ask(
  read: Read,
  ctx: CompanyContext,
  books: CachedLedger,
  question: Question,
): Promise<{ answer: Answered; books: CachedLedger }> {
  cacheLedger(ctx.companyId, books);
  const answer = await askAboutBooks(ctx, books, question, false);
  if (answer.is === "answered") return { answer, books: kept(ctx, books, answer) };
  const history = await read((tx) => loadPastDecisions(tx, ctx));
  const fresh = { ...books, history, historyDigest: digestOf(history) };
  cacheLedger(ctx.companyId, fresh);
  const complete = await askAboutBooks(ctx, fresh, question, true);
  if (complete.is !== "answered") throw new Error(`The engine's thread answers "${complete.is}"`);
  return { answer: complete, books: kept(ctx, fresh, complete) };
}

function kept(ctx: CompanyContext, books: CachedLedger, { baseRun }: Answered): CachedLedger {
  if (books.baseRun === baseRun) return books;
  const known = { ...books, baseRun };
  cacheLedger(ctx.companyId, known);
  return known;
}

async function currentBooks(tx: Tx, ctx: CompanyContext): Promise<CachedLedger> {
  const known = cachedLedger(ctx.companyId);
  const rowVersions = await readVersions(tx, ctx, known?.rowVersions);
  if (known?.rowVersions === rowVersions) return known;
  const rows = await readChangedRows(tx, ctx, rowVersions, known);
  const { refusals } = rowVersions;
  if (known?.refusals === refusals) return { ...known, ...rows, rowVersions };
  const history = await loadPastDecisions(tx, ctx);
  const historyDigest = digestOf(history);
  const { baseRun = null, threadState = { ofThreads: new Map() } } = known ?? {};
  return {
    ...rows,
    rowVersions,
    refusals,
    history,
    historyDigest,
    baseRun,
    threadState,
  };
}
