import { capitalized } from "@/lib/capitalized";
import { counted } from "@/lib/counted";
import type { CalendarDate } from "@/lib/dates";
import { providerName } from "@/server/connections/find";
import { loadHolding } from "@/server/connections/load-payment-accounts";
import {
  canHoldPayments,
  hasUndepositedFunds,
  readPaymentAccounts,
  storeOtherAccounts,
} from "@/server/connections/payment-account";
import { type Funding, fundedOn } from "@/server/connections/predicted-fees";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger, LedgerPaymentRef } from "@/server/providers/ledger";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import type { ClaimedRun } from "./claim-run";

/** A payout as the bank shows it, with its lines. */
export interface BankDeposit {
  payout: SourcePayout;
  lines: SourceLine[];
  /** The day the source settled it; absent where the source itself says when the money arrives. */
  settledOn?: CalendarDate | undefined;
}

/** Follows a batch's id in the id of its American Express part. */
export const AMEX = "-amex";
export const AMEX_BATCH = "American Express batch";

/**
 * What reaches the bank of a payout: the payout itself, or, of a source that reports settlements alone, its parts on
 * the days that the settings say. Until then a part is on its way. Where all of a batch was paid by American Express, it
 * keeps the batch's own id.
 */
export function bankDeposits(
  payout: SourcePayout,
  lines: SourceLine[],
  { funding, today }: { funding: Funding; today: CalendarDate },
): BankDeposit[] {
  const { paidBy, date: settledOn } = payout;
  if (paidBy === undefined) return [{ payout, lines }];
  const isApart = (line: SourceLine) => funding.amexApart && line.paidBy === "amex";
  const [apart, rest] = [lines.filter(isApart), lines.filter((line) => !isApart(line))];
  // The batch's own id comes last: once it is stored, the batch is known and not read again.
  const parts = [
    { id: rest.length === 0 ? "" : AMEX, by: "amex" as const, lines: apart },
    { id: "", by: paidBy, lines: rest },
  ].filter((part) => part.lines.length > 0);
  return parts.map((part) => {
    const date = fundedOn(funding, settledOn, part.by);
    const isLater = payout.status === "paid" && date > today;
    return {
      settledOn,
      lines: part.lines,
      payout: {
        ...payout,
        providerId: `${payout.providerId}${part.id}`,
        date,
        paidBy: part.by,
        status: isLater ? "in_transit" : payout.status,
        ...(part.by === "amex" && { description: AMEX_BATCH }),
      },
    };
  });
}

/** Of more accounts only those with the most payments are named. */
const NAMED = 2;
/** Older ones would not be matched anyway. */
const DAYS = 90;

/**
 * In a sentence, where recent payments were booked that no deposit can be matched with, because they wait neither in
 * Undeposited Funds nor in a chosen account, and what to do; null when there are none. Of a chosen account nothing
 * is said: what is closed there is so by its day. The accounts are kept, for the reasons of single deposits.
 * @throws ProviderError.
 */
export async function bookedElsewhere(
  ctx: CompanyContext,
  run: ClaimedRun,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
): Promise<string | null> {
  const books = await db(ctx).integration.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id: run.integrationId } },
  });
  const chosen = readPaymentAccounts(books.settings);
  const holding = await loadHolding(ctx, books);
  // What customers pay to the bank itself is where it belongs.
  const isInBank = hasUndepositedFunds(books) ? {} : { notIn: [...holding.banks] };
  const counts = await db(ctx).ledgerPayment.groupBy({
    by: ["bookedTo"],
    where: {
      ...{ companyId: ctx.companyId, integrationId: run.integrationId, state: "gone" },
      depositedOn: null,
      bookedTo: { not: null, ...isInBank },
      NOT: chosen.map(({ id, currency }) => ({ bookedTo: id, currency })),
      txnDate: { gte: new Date(Date.now() - DAYS * 86_400_000) },
    },
    _count: { _all: true },
  });
  if (counts.length === 0) {
    await storeOtherAccounts(ctx, { id: run.integrationId }, []);
    return null;
  }
  const accounts = new Map((await ledger.accounts(store)).map((each) => [each.id, each]));
  const all = counts
    .toSorted((left, right) => right._count._all - left._count._all)
    .map(({ bookedTo, _count }) => ({
      account: accounts.get(bookedTo ?? ""),
      id: bookedTo ?? "",
      count: _count._all,
    }));
  const kept = all.map(({ id, account }) => ({
    ...{ id, name: account?.name ?? "" },
    canHoldPayments: account !== undefined && canHoldPayments(account, holding),
  }));
  await storeOtherAccounts(ctx, { id: run.integrationId }, kept);
  const named = all.slice(0, NAMED);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const parts = named.map(
    ({ account, count }, index) =>
      `${count}${index > 0 ? "" : count === 1 ? " is" : " are"} in ${account?.name ?? "an inactive account"}`,
  );
  const toChoose = named.find(
    ({ account }) => account && canHoldPayments(account, holding),
  )?.account;
  const start = `${counted(total, "payment")} can't be matched yet: ${parts.join(", ")}`;
  const match = toChoose && `match payments from ${toChoose.name} too`;
  if (!hasUndepositedFunds(books)) return match ? `${start}. If they wait there, ${match}` : start;
  const move = `move them to Undeposited Funds in ${providerName(books.provider)}`;
  return `${start}. ${capitalized(match ? `${match}, or ${move}` : move)}`;
}

/** So many payments fit well into one statement. */
const BATCH = 500;

/**
 * Ids of the Deposits that we posted with these payments. QuickBooks says that they are on none: they were taken from
 * another account than Undeposited Funds by a line that does not link them, so a change of such a payment does not show
 * on its Deposit.
 */
export async function postedDepositsOf(
  ctx: CompanyContext,
  run: ClaimedRun,
  refs: readonly LedgerPaymentRef[],
): Promise<string[]> {
  const { companyId } = ctx;
  const { integrationId } = run;
  const found = new Set<string>();
  for (let start = 0; start < refs.length; start += BATCH) {
    const batch = refs.slice(start, start + BATCH);
    // From the payments on: the ORM asks of each posting whether it has one of them.
    const postings = await db(ctx).$queryRaw<{ id: string }[]>`
      SELECT DISTINCT p.quickbooks_deposit_id AS id
      FROM unnest(${batch.map(({ kind }) => kind)}::ledger_payment_kind[],
        ${batch.map(({ providerId }) => providerId)}::text[]) AS ref (kind, provider_id)
      JOIN ledger_payments l ON l.company_id = ${companyId}::uuid AND l.integration_id = ${integrationId}::uuid
        AND l.kind = ref.kind AND l.provider_id = ref.provider_id
      JOIN match_payments u ON u.company_id = l.company_id AND u.payment_id = l.id AND u.live
      JOIN matches m ON m.company_id = u.company_id AND m.id = u.match_id AND m.state = 'accepted'
      JOIN postings p ON p.company_id = m.company_id AND p.deposit_id = m.deposit_id
        AND p.integration_id = ${integrationId}::uuid AND p.state = 'posted'
      WHERE p.quickbooks_deposit_id IS NOT NULL`;
    for (const { id } of postings) found.add(id);
  }
  return [...found];
}
