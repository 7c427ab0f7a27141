import type { Prisma } from "@/generated/prisma/client";
import { isPaidBy, type PayoutStatus } from "@/lib/constants/deposits";
import { type CalendarDate, dateText } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import {
  type Discount,
  type Funding,
  fundedOn,
  predictFeeLine,
} from "@/server/connections/predicted-fees";
import { readDiscount, readFunding } from "@/server/connections/settings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { loadToday, requestAutoMatch } from "@/server/work/company";
import { isUnderway, lockPostings } from "@/server/work/postings";

const withParts = {
  lines: true,
  matches: { where: { live: true }, select: { lines: { select: { lineId: true } } } },
} satisfies Prisma.DepositInclude;
type Stored = Prisma.DepositGetPayload<{ include: typeof withParts }>;

/**
 * Predicts the fees of an integration's deposits, and their day at the bank, by what is set now. Suggestions are
 * based on the old sum, so those deposits become pending and are matched again. With `matchedToo`, matched
 * deposits whose posting has not begun keep their match and change their sum. Idempotent. Runs in the
 * caller's transaction, under the company lock.
 * @returns how many deposits changed.
 */
export async function recalculatePredictedFees(
  tx: Tx,
  ctx: CompanyContext,
  integrationId: string,
  { matchedToo = false } = {},
): Promise<number> {
  const { companyId } = ctx;
  const integration = await tx.integration.findUniqueOrThrow({
    where: { companyId_id: { companyId, id: integrationId } },
    select: { settings: true },
  });
  const discount = readDiscount(integration.settings);
  const funding = readFunding(integration.settings);
  const where = { companyId, integrationId, deletedAt: null, itemized: true };
  const open = await tx.deposit.findMany({
    where: { ...where, status: { in: ["pending", "suggested"] } },
    include: withParts,
  });
  const matched = matchedToo ? await notYetPosted(tx, ctx, where) : [];
  const today = await loadToday(ctx, tx);
  let changed = 0;
  for (const deposit of [...open, ...matched]) {
    if (await recalculate(tx, ctx, deposit, { discount, funding, today })) changed += 1;
  }
  if (changed > 0) await requestAutoMatch(tx, ctx);
  return changed;
}

/** Matched line by line and not underway to the books: their sum closes with any fee. */
async function notYetPosted(tx: Tx, ctx: CompanyContext, where: Prisma.DepositWhereInput) {
  const matched = await tx.deposit.findMany({
    where: { ...where, status: "matched" },
    include: withParts,
  });
  const postings = await lockPostings(
    tx,
    ctx,
    matched.map(({ id }) => id),
  );
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  return matched.filter(
    ({ id, matches }) => !underway.has(id) && matches.every(({ lines }) => lines.length > 0),
  );
}

async function recalculate(
  tx: Tx,
  ctx: CompanyContext,
  deposit: Stored,
  { discount, funding, today }: { discount: Discount; funding: Funding; today: CalendarDate },
): Promise<boolean> {
  const { companyId } = ctx;
  const date = bankDate(deposit, funding);
  const isRedated = date !== dateText(deposit.txnDate);
  const predicted = deposit.lines.filter((line) => line.feePredicted);
  const reported = deposit.lines.filter((line) => !line.feePredicted);
  const line = predictFeeLine(
    discount,
    { ...deposit, date },
    reported.map(({ kind, gross }) => ({ kind, gross: Number(gross) })),
  );
  const before = sumMinor(predicted.map(({ net }) => Number(net)));
  const isPredicted =
    before === (line?.net ?? 0) && predicted[0]?.description === line?.description;
  if (isPredicted && !isRedated) return false;

  await tx.depositLine.deleteMany({
    where: { companyId, id: { in: predicted.map(({ id }) => id) } },
  });
  if (line) {
    const { date: day, providerId, kind, providerKind, description, feePredicted } = line;
    const { gross, fee, net, currency } = line;
    await tx.depositLine.create({
      data: {
        ...{
          companyId,
          depositId: deposit.id,
          date: new Date(day),
          providerId,
          kind,
          providerKind,
        },
        ...{ description, feePredicted, gross, fee, net, currency },
      },
    });
  }
  const amount = sumMinor(reported.map(({ net }) => Number(net))) + (line?.net ?? 0);
  const matched = deposit.status === "matched";
  if (!matched) {
    await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  }
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: {
      ...{ amount, version: { increment: 1 } },
      ...(!matched && { status: "pending" }),
      ...(isRedated && { txnDate: new Date(date), payoutStatus: statusOn(deposit, date, today) }),
    },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.fees_predicted",
    entity: "deposit",
    entityId: deposit.id,
    data: { fees: line?.net ?? 0, before, amount, date, ...discount },
  });
  return true;
}

/** The day at the bank by the settings; its own day where the settlement's isn't known. */
function bankDate({ settledOn, paidBy, txnDate }: Stored, funding: Funding): CalendarDate {
  if (settledOn === null || !isPaidBy(paidBy)) return dateText(txnDate);
  return fundedOn(funding, dateText(settledOn), paidBy);
}

/** The next sync decides whether the day has come (server/sync/sync-source.ts). */
function statusOn({ payoutStatus }: Stored, date: CalendarDate, today: CalendarDate): PayoutStatus {
  const isKept = payoutStatus !== "paid" && payoutStatus !== "in_transit";
  if (isKept) return payoutStatus;
  return date > today ? "in_transit" : "paid";
}
