import { z } from "zod";
import type { Deposit } from "@/generated/prisma/client";
import { reportsFees } from "@/lib/providers/list";
import { recalculatePredictedFees } from "@/server/deposits/recalculate-predicted-fees";
import type { Discount } from "@/server/fees/discount";
import { credentialStore } from "@/server/integrations/credential-store";
import { readDiscount } from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import type { PaymentSource, SourceLine, SourcePayout } from "@/server/providers/types";
import { type ClaimedRun, updateRun } from "./claim-run";
import type { SyncOutcome } from "./outcome";
import { payoutTotal } from "./payout-total";
import { readAhead } from "./read-ahead";
import { isReturned, settleReturnedPayouts } from "./returned-payouts";
import { storePayout } from "./store-payout";

/** Payouts change for a while after they were made (a bank can send one back within five business days). */
const LOOK_BACK_SECONDS = 30 * 86_400;

const cursorShape = z.object({ payoutsSince: z.number().int() });

/**
 * Reads a source's payouts: first all pages of payouts, so that the total is known, then the lines of
 * those that are new or were incomplete, several in parallel where the source allows it, stored oldest
 * first. A payout whose lines don't add up is skipped and named in the message.
 */
export async function syncSource(
  ctx: CompanyContext,
  run: ClaimedRun,
  source: PaymentSource,
): Promise<SyncOutcome> {
  const store = credentialStore(ctx, run.integration);
  const startedAt = Math.floor(Date.now() / 1000);
  const since = cursorShape.safeParse(run.integration.cursor).data?.payoutsSince;

  const payouts = new Map<string, SourcePayout>();
  for await (const page of source.payouts(store, since)) {
    for (const payout of page) payouts.set(payout.providerId, payout);
    await updateRun(ctx, run, { stage: "Importing payouts", done: payouts.size });
  }

  const known = await knownPayouts(ctx, run.integrationId);
  const predicts = !reportsFees(run.integration.provider);
  const discount = predicts ? readDiscount(run.integration.settings) : null;
  const unreadable: string[] = [];
  let added = 0;
  let done = 0;
  const oldestFirst = [...payouts.values()].reverse();
  await updateRun(ctx, run, { stage: "Importing payout details", done, total: payouts.size });
  const readings = readAhead(oldestFirst, source.readsAtOnce ?? 1, (payout) =>
    readLines(source, store, payout, known),
  );
  for await (const [payout, reading] of readings) {
    try {
      const lines = await reading;
      if (lines && (await keep(ctx, run, payout, lines, discount)) === "added") added += 1;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log().error({ payout: payout.providerId, error }, "payout left out");
      unreadable.push(payout.providerId);
    }
    done += 1;
    await updateRun(ctx, run, { done });
  }
  await settleReturnedPayouts(ctx, run.integrationId);
  if (predicts) await catchUpWithRate(ctx, run.integrationId);
  return {
    message: outcomeText(payouts.size, added, unreadable),
    // Unreadable and incomplete payouts must be listed again by the next sync.
    cursor: { payoutsSince: nextSince(startedAt, payouts, unreadable, since) },
  };
}

/** The lines of a new payout; none of one that only changed; null when nothing changed. */
async function readLines(
  source: PaymentSource,
  store: CredentialStore<unknown>,
  payout: SourcePayout,
  known: KnownPayouts,
): Promise<{ lines: SourceLine[]; isNew: boolean } | null> {
  const stored = known.get(payout.providerId);
  if (!isNews(payout, stored)) return null;
  const isNew = stored === undefined;
  return { isNew, lines: isNew && payout.itemized ? await source.lines(store, payout) : [] };
}

async function keep(
  ctx: CompanyContext,
  run: ClaimedRun,
  payout: SourcePayout,
  { lines, isNew }: { lines: SourceLine[]; isNew: boolean },
  discount: Discount | null,
) {
  // A batch of nothing but voided transactions is no deposit.
  if (isNew && payout.amount === null && lines.length === 0) return "unchanged";
  const counted = payoutTotal(payout, lines, discount);
  return storePayout(ctx, run.integration, counted.payout, counted.lines);
}

/** The rate may have changed during the sync, or a match may have been undone since it changed. */
async function catchUpWithRate(ctx: CompanyContext, integrationId: string): Promise<void> {
  await withCompanyLock(ctx, (tx) => recalculatePredictedFees(tx, ctx, integrationId));
}

/**
 * New and complete, or changed since it was stored. A payout that failed before we saw it never was a
 * deposit.
 */
function isNews(payout: SourcePayout, stored: KnownPayout | undefined): boolean {
  if (stored === undefined) return payout.complete && !isReturned(payout.status);
  return stored.payoutStatus !== payout.status || stored.reversedBy !== (payout.reversedBy ?? null);
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ProviderError && error.detail.code === "lines_do_not_add_up";
}

type KnownPayout = Pick<Deposit, "payoutStatus" | "reversedBy">;
type KnownPayouts = ReadonlyMap<string, KnownPayout>;

async function knownPayouts(ctx: CompanyContext, integrationId: string): Promise<KnownPayouts> {
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, integrationId },
    select: { providerId: true, payoutStatus: true, reversedBy: true },
  });
  return new Map(rows.map(({ providerId, ...row }) => [providerId, row]));
}

function nextSince(
  startedAt: number,
  payouts: ReadonlyMap<string, SourcePayout>,
  unreadable: string[],
  since: number | undefined,
): number {
  const unfinished = [...payouts.values()].some(
    (payout) => !payout.complete && !isReturned(payout.status),
  );
  const waiting = unfinished || unreadable.length > 0;
  return waiting ? (since ?? 0) : startedAt - LOOK_BACK_SECONDS;
}

function outcomeText(seen: number, added: number, unreadable: string[]): string {
  const text = `${added} new ${added === 1 ? "payout" : "payouts"} (${seen} checked)`;
  if (unreadable.length === 0) return text;
  return `${text}. Skipped because their lines don't add up: ${unreadable.join(", ")}`;
}
