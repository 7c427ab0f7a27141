import type { Prisma } from "@/generated/prisma/client";
import { sumMinor } from "@/lib/money";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { type Discount, predictedLine } from "@/server/deposits/predicted-discount";
import { readDiscount } from "@/server/integrations/settings";
import { dateText } from "@/server/matches/engine-input";
import { requestAutoMatch } from "@/server/matches/request-auto-match";
import { isUnderway, lockPostings } from "@/server/posting/lock-postings";

const withParts = {
  lines: true,
  matches: { where: { live: true }, select: { lines: { select: { lineId: true } } } },
} satisfies Prisma.DepositInclude;
type Stored = Prisma.DepositGetPayload<{ include: typeof withParts }>;

/**
 * Predicts the fees of an integration's deposits by the rate that is set now. Suggestions rested on
 * another sum: those deposits are looked at afresh. With `matchedToo`, matched deposits whose posting has
 * not begun keep their match and change their sum. Doing it twice changes nothing. Part of the caller's
 * transaction, under the matching lock.
 * @returns how many deposits changed.
 */
export async function predictFeesAgain(
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
  const where = { companyId, integrationId, deletedAt: null, itemized: true };
  const open = await tx.deposit.findMany({
    where: { ...where, status: { in: ["pending", "suggested"] } },
    include: withParts,
  });
  const matched = matchedToo ? await notYetPosted(tx, ctx, where) : [];
  let changed = 0;
  for (const deposit of [...open, ...matched]) {
    if (await predictAgain(tx, ctx, deposit, discount)) changed += 1;
  }
  if (changed > 0) await requestAutoMatch(tx, ctx);
  return changed;
}

/** Matched line by line, and not underway to QuickBooks: their sum closes with any fee. */
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

async function predictAgain(
  tx: Tx,
  ctx: CompanyContext,
  deposit: Stored,
  discount: Discount,
): Promise<boolean> {
  const { companyId } = ctx;
  const predicted = deposit.lines.filter((line) => line.feePredicted);
  const told = deposit.lines.filter((line) => !line.feePredicted);
  const line = predictedLine(
    discount,
    { ...deposit, date: dateText(deposit.txnDate) },
    told.map(({ kind, gross }) => ({ kind, gross: Number(gross) })),
  );
  const before = sumMinor(predicted.map(({ net }) => Number(net)));
  if (before === (line?.net ?? 0) && predicted[0]?.description === line?.description) return false;

  await tx.depositLine.deleteMany({
    where: { companyId, id: { in: predicted.map(({ id }) => id) } },
  });
  if (line) {
    const { date, raw: _, ...facts } = line;
    await tx.depositLine.create({
      data: { ...facts, companyId, depositId: deposit.id, date: new Date(date) },
    });
  }
  const amount = sumMinor(told.map(({ net }) => Number(net))) + (line?.net ?? 0);
  const matched = deposit.status === "matched";
  if (!matched) {
    await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  }
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { amount, version: { increment: 1 }, ...(!matched && { status: "pending" }) },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.fees_predicted",
    entity: "deposit",
    entityId: deposit.id,
    data: { fees: line?.net ?? 0, before, amount, ...discount },
  });
  return true;
}
