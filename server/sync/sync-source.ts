import { z } from "zod";
import { counted } from "@/lib/counted";
import { type CalendarDate, dateInZone, dateText } from "@/lib/dates";
import { reportsFees } from "@/lib/providers/list";
import { credentialStore } from "@/server/connections/credentials";
import { toOnTheirWay } from "@/server/connections/on-their-way";
import type { Discount, Funding } from "@/server/connections/predicted-fees";
import { readDiscount, readFunding } from "@/server/connections/settings";
import { EARLIER_DAYS, type EarlierPayout } from "@/server/connections/start-dates";
import { recalculatePredictedFees } from "@/server/deposits/recalculate-predicted-fees";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import type {
  PaymentSource,
  SourceAccount,
  SourceLine,
  SourcePayout,
} from "@/server/providers/types";
import { loadTimeZone } from "@/server/work/company";
import { redateLines, settingsChangedSince } from "@/server/work/redate-lines";
import { type ClaimedRun, nextSince, type SyncOutcome, updateRun } from "./claim-run";
import { bankDeposits } from "./deposits-in-books";
import { partStoredBatches } from "./part-stored-batches";
import { isReturned, noteReturnedLines, settleReturnedPayouts } from "./returned-payouts";
import {
  type KnownPayout,
  type KnownPayouts,
  knownPayouts,
  payoutsElsewhere,
  payoutTotal,
  type ReadPayout,
  replaceLines,
  storePayout,
} from "./store-payout";
import { transactionStore } from "./transaction-store";

/** While everything is stored already, as in most syncs, progress is only shown now and then. */
const SHOW_EVERY = 25;

/** `from`: the start date that was read from; absent: everything was. Another one means reading anew. */
const cursorShape = z.object({
  payoutsSince: z.number().int(),
  from: z.string().nullable().default(null),
});

/**
 * Reads a source's payouts: first all pages of payouts, so that the total is known, then the lines of
 * those that are new or were incomplete, several in parallel where the source allows it, stored oldest
 * first. A payout whose lines contradict each other is skipped and named in the message.
 */
export async function syncSource(
  ctx: CompanyContext,
  run: ClaimedRun,
  source: PaymentSource,
): Promise<SyncOutcome> {
  const store = credentialStore(ctx, run.integration, "sync");
  const startedAt = Math.floor(Date.now() / 1000);
  const { importFrom } = run.integration;
  const from = importFrom && dateText(importFrom);
  const cursor = cursorShape.safeParse(run.integration.cursor).data;
  const since = cursor?.from === from ? cursor.payoutsSince : undefined;

  const timeZone = await loadTimeZone(ctx);
  const account = { timeZone, transactions: transactionStore(ctx, run.integrationId) };
  const known = await knownPayouts(ctx, run.integrationId);
  const elsewhere = await payoutsElsewhere(ctx, run);
  let leftOut = 0;
  const payouts = new Map<string, SourcePayout>();
  const earlier = new Map<string, SourcePayout>();
  for await (const page of source.payouts(store, createdSince(since, importFrom), account)) {
    for (const payout of page) {
      if (elsewhere.has(payout.providerId) && !known.has(payout.providerId)) {
        leftOut += 1;
        continue;
      }
      // One that was imported before its day was left out is still followed.
      const isOurs = isImported(payout, importFrom) || known.has(payout.providerId);
      (isOurs ? payouts : earlier).set(payout.providerId, payout);
    }
    await updateRun(ctx, run, { stage: "Importing payouts", done: payouts.size });
  }

  const predicts = !reportsFees(run.integration.provider);
  const { settings } = run.integration;
  const choices: Choices = {
    discount: predicts ? readDiscount(settings) : null,
    funding: readFunding(settings),
    today: dateInZone(new Date(), timeZone),
  };
  const unreadable = new Set<string>();
  let added = 0;
  let done = 0;
  const oldestFirst = [...payouts.values()].reverse();
  await updateRun(ctx, run, { stage: "Importing payout details", done, total: payouts.size });
  const readings = readAhead(oldestFirst, source.readsAtOnce ?? 1, (payout) =>
    readLines({ source, store, account }, payout, known),
  );
  for await (const [payout, reading] of readings) {
    done += 1;
    let isStored = false;
    try {
      const found = await reading;
      if (found?.isSecond) {
        const { integrationId } = run;
        await replaceLines(ctx, { integrationId, providerId: payout.providerId }, found.lines);
      }
      let isAdded = false;
      for (const read of found ? toStore(payout, found, choices) : []) {
        isAdded = (await storePayout(ctx, run, read, done)) === "added";
        isStored = true;
      }
      if (isAdded) added += 1;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log().error({ payout: payout.providerId, error }, "payout left out");
      unreadable.add(payout.providerId);
    }
    const isShown = added > 0 || done % SHOW_EVERY === 0 || done === payouts.size;
    if (!isStored && isShown) await updateRun(ctx, run, { done });
  }
  // Lines may have been read before the time zone changed, be it by a sync that didn't end.
  if (await settingsChangedSince(ctx, run.integration.lastSyncedAt)) {
    await withCompanyLock(ctx, (tx) => redateLines(tx, ctx));
  }
  await settleReturnedPayouts(ctx, run.integrationId);
  if (predicts) {
    await noteFunded(ctx, run.integrationId, choices.today);
    await catchUpWithSettings(ctx, run.integrationId);
  }
  await noteReturnedLines(ctx, run.integrationId, { source, store });
  return {
    message: outcomeText([...payouts.values()], { added, leftOut, unreadable }),
    ...(since === undefined && from !== null && { earlierPayouts: toEarlier(earlier) }),
    // Unreadable and incomplete payouts must be listed again by the next sync.
    cursor: {
      payoutsSince: nextSince(startedAt, payouts.values(), unreadable),
      from,
      onTheirWay: toOnTheirWay(payouts.values()),
    },
  };
}

/** Unix seconds: what was created long before the start date has arrived before it. */
function createdSince(since: number | undefined, importFrom: Date | null): number | undefined {
  if (importFrom === null) return since;
  return Math.max(since ?? 0, importFrom.getTime() / 1000 - EARLIER_DAYS * 86_400);
}

/** Null where the source tells an amount only with a payout's lines. */
function toEarlier(payouts: ReadonlyMap<string, SourcePayout>): EarlierPayout[] | null {
  const paid = [...payouts.values()].filter(({ status }) => !isReturned(status));
  const told = paid.flatMap(({ providerId, date, amount, currency }) =>
    amount === null ? [] : { providerId, date, amount, currency },
  );
  return told.length === paid.length ? told : null;
}

/** Payouts dated before the start date are none of ours. */
function isImported({ date }: SourcePayout, importFrom: Date | null): boolean {
  return importFrom === null || date >= dateText(importFrom);
}

interface Choices {
  /** Null where the source reports its fees. */
  discount: Discount | null;
  funding: Funding;
  /** The company's: a settled batch is on its way until the day on which the bank has it. */
  today: CalendarDate;
}

interface Reading {
  lines: SourceLine[];
  /** Of a stored payout: its lines could not be explained, and may have changed since. */
  isSecond: boolean;
  isNew: boolean;
}

/** The lines of a new payout, or of one with unclear lines; none of one that only changed; null when nothing changed. */
async function readLines(
  {
    source,
    store,
    account,
  }: { source: PaymentSource; store: CredentialStore<unknown>; account: SourceAccount },
  payout: SourcePayout,
  known: KnownPayouts,
): Promise<Reading | null> {
  const stored = known.get(payout.providerId);
  const isNew = stored === undefined;
  const isSecond = stored?.isUnclear === true && payout.complete;
  if (!isSecond && !isNews(payout, stored)) return null;
  const isRead = (isNew || isSecond) && payout.itemized;
  const lines = isRead ? await source.lines(store, payout, account) : [];
  return { lines, isNew, isSecond };
}

/** The deposits that are stored for a payout: those that the bank statement shows for a new one. */
function toStore(
  payout: SourcePayout,
  { lines, isNew }: Reading,
  { discount, ...choices }: Choices,
): ReadPayout[] {
  if (!isNew) return [{ ...payoutTotal(payout, [], null), isNew }];
  // A batch of nothing but voided transactions is no deposit.
  if (payout.amount === null && lines.length === 0) return [];
  return bankDeposits(payout, lines, choices).map((part) => ({
    ...payoutTotal(part.payout, part.lines, discount),
    settledOn: part.settledOn,
    isNew,
  }));
}

/** Settled batches whose day at the bank has come. */
async function noteFunded(
  ctx: CompanyContext,
  integrationId: string,
  today: CalendarDate,
): Promise<void> {
  await db(ctx).deposit.updateMany({
    where: {
      ...{ companyId: ctx.companyId, integrationId, payoutStatus: "in_transit" },
      ...{ settledOn: { not: null }, txnDate: { lte: new Date(today) } },
    },
    data: { payoutStatus: "paid" },
  });
}

/** The settings may have changed during the sync, or a match may have been undone since they changed. */
async function catchUpWithSettings(ctx: CompanyContext, integrationId: string): Promise<void> {
  await withCompanyLock(ctx, async (tx) => {
    await partStoredBatches(tx, ctx, integrationId);
    await recalculatePredictedFees(tx, ctx, integrationId);
  });
}

/**
 * New and complete, or changed since it was stored. A payout that failed before we saw it never was a
 * deposit.
 */
function isNews(payout: SourcePayout, stored: KnownPayout | undefined): boolean {
  if (stored === undefined) return payout.complete && !isReturned(payout.status);
  // A settled batch is stored as on its way until the bank has it.
  const hasSameStatus =
    stored.payoutStatus === payout.status ||
    (payout.paidBy !== undefined && payout.status === "paid");
  return (
    !hasSameStatus ||
    stored.reversedBy !== (payout.reversedBy ?? null) ||
    stored.traceId !== (payout.traceId ?? null) ||
    stored.bankCurrency !== (payout.bankCurrency ?? null)
  );
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ProviderError && error.detail.code === "lines_do_not_add_up";
}

function outcomeText(
  payouts: readonly SourcePayout[],
  {
    added,
    leftOut,
    unreadable,
  }: { added: number; leftOut: number; unreadable: ReadonlySet<string> },
): string {
  const text = `${added} new ${added === 1 ? "payout" : "payouts"} (${payouts.length} checked)`;
  const notes = [text];
  if (leftOut > 0) notes.push(`Already imported through another connection: ${leftOut}`);
  if (unreadable.size > 0) {
    notes.push(`Skipped because their lines contradict each other: ${[...unreadable].join(", ")}`);
  }
  const waiting = payouts.filter(({ waitsFor }) => waitsFor !== undefined);
  const oldest = waiting.at(-1)?.waitsFor;
  if (oldest) {
    const later = waiting.length - 1;
    notes.push(later === 0 ? oldest : `${oldest}. ${counted(later, "later payout")} also waiting`);
  }
  const strange = payouts.filter(({ unknownState }) => unknownState !== undefined);
  if (strange.length > 0) {
    const named = strange.map(({ providerId, unknownState }) => `${providerId} (${unknownState})`);
    notes.push(`Not imported because their state is unknown: ${named.join(", ")}`);
  }
  return notes.join(". ");
}

/**
 * Reads `concurrency` items in parallel and yields each with its reading, in the items' order, so that no
 * more than that many results are held. When the consumer stops early, no further read starts, and all
 * started ones have settled.
 */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  concurrency: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, reading: Promise<R>]> {
  const begun: (readonly [T, Promise<R>])[] = [];
  try {
    for (const item of items) {
      const reading = read(item);
      // Mark as handled: the rejection surfaces when its turn comes.
      reading.catch(() => undefined);
      begun.push([item, reading]);
      if (begun.length >= concurrency) yield* begun.splice(0, 1);
    }
    while (begun.length > 0) yield* begun.splice(0, 1);
  } finally {
    await Promise.allSettled(begun.map(([, reading]) => reading));
  }
}
