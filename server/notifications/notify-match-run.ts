import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { notify } from "./notify";
import { sumText } from "./week";

/** The deposits whose suggestion waits for a user, as a run of the engine finds them. */
export async function waitingSuggestions(tx: Tx, ctx: CompanyContext): Promise<Set<number>> {
  const deposits = await tx.deposit.findMany({
    where: { companyId: ctx.companyId, status: "suggested", deletedAt: null },
    select: { id: true },
  });
  return new Set(deposits.map(({ id }) => id));
}

/**
 * Notifies about a run of the engine, in its last transaction: one notification for all matched deposits, one
 * for all suggested ones that were not suggested `before`.
 */
export async function notifyMatches(
  tx: Tx,
  ctx: CompanyContext,
  run: { matched: readonly number[]; before: ReadonlySet<number> },
): Promise<void> {
  const waiting = await waitingSuggestions(tx, ctx);
  const matched = await stillMatched(tx, ctx, run.matched);
  await notifyMatched(tx, ctx, matched, await eventOf(tx, ctx, "matched", matched));
  await notifySuggested(
    tx,
    ctx,
    [...waiting].filter((id) => !run.before.has(id)),
  );
}

/** Notifies about the matches of a finished bulk run. Its suggestions are on the screen of the user who started it. */
export async function notifyMatchRun(
  tx: Tx,
  ctx: CompanyContext,
  run: { id: string; depositIds: number[] },
): Promise<void> {
  const matched = await stillMatched(tx, ctx, run.depositIds);
  await notifyMatched(tx, ctx, matched, `match-run:${run.id}`);
}

/** Between two passes a user may have undone a match, or removed a deposit. */
async function stillMatched(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<number[]> {
  if (depositIds.length === 0) return [];
  const status = { in: ["matched" as const, "posted" as const] };
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: [...depositIds] }, status, deletedAt: null },
    select: { id: true },
  });
  return deposits.map(({ id }) => id);
}

async function notifyMatched(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  event: string | null,
): Promise<void> {
  if (!event || depositIds.length === 0) return;
  const sums = await tx.$queryRaw<{ currency: string; amount: string }[]>`
    SELECT currency, sum(amount)::text AS amount FROM deposits
    WHERE company_id = ${ctx.companyId}::uuid AND id = ANY (${[...depositIds]}::int[])
    GROUP BY currency ORDER BY currency`;
  const amounts = sums.map(({ currency, amount }) => sumText(Number(amount), currency));
  await notify(tx, ctx, {
    event,
    kind: "match",
    title: `${counted(depositIds.length, "deposit")} matched`,
    body: `${amounts.join(", ")} in total.`,
    link: linkTo(depositIds, "/dashboard/review#runs"),
  });
}

async function notifySuggested(tx: Tx, ctx: CompanyContext, depositIds: number[]): Promise<void> {
  const event = await eventOf(tx, ctx, "suggested", depositIds);
  if (!event) return;
  await notify(tx, ctx, {
    event,
    kind: "suggestion",
    title: `${counted(depositIds.length, "suggested match", "suggested matches")} to review`,
    body: "Please review and confirm.",
    link: linkTo(depositIds, "/dashboard"),
  });
}

/** A deposit reaches a version once, so one of the run's deposits identifies the run. Null: there is none. */
async function eventOf(
  tx: Tx,
  ctx: CompanyContext,
  what: string,
  depositIds: readonly number[],
): Promise<string | null> {
  if (depositIds.length === 0) return null;
  const id = depositIds.reduce((a, b) => Math.min(a, b));
  const { version } = await tx.deposit.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    select: { version: true },
  });
  return `${what}:${id}:${version}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function linkTo(depositIds: readonly number[], list: string): string {
  return depositIds.length === 1 ? `/transaction/${depositIds[0]}` : list;
}
