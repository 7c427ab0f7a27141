import { counted } from "@/lib/counted";
import { homeCurrency } from "@/server/connections/home-currency";
import { storeOtherAccounts } from "@/server/connections/other-accounts";
import { canHoldPayments, readPaymentAccount } from "@/server/connections/payment-account";
import { readLedgerSettings } from "@/server/connections/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger } from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";

/** Of more accounts only those with the most payments are named. */
const NAMED = 2;
/** Older ones would not be matched anyway. */
const DAYS = 90;

/**
 * In a sentence, where recent payments were booked that no deposit can be matched with, because they wait neither in
 * Undeposited Funds nor in the chosen account, and what to do; null when there are none. Of the chosen account nothing
 * is said: what is closed there is so by its day. The accounts are kept, for the reasons of single deposits.
 * @throws ProviderError.
 */
export async function bookedElsewhere(
  ctx: CompanyContext,
  run: ClaimedRun,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
): Promise<string | null> {
  const { settings } = await db(ctx).integration.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id: run.integrationId } },
  });
  const chosen = readPaymentAccount(settings);
  const counts = await db(ctx).ledgerPayment.groupBy({
    by: ["bookedTo"],
    where: {
      ...{ companyId: ctx.companyId, integrationId: run.integrationId, state: "gone" },
      ...{ depositedOn: null, bookedTo: { not: null } },
      ...(chosen && { NOT: { bookedTo: chosen.id, currency: chosen.currency } }),
      txnDate: { gte: new Date(Date.now() - DAYS * 86_400_000) },
    },
    _count: { _all: true },
  });
  if (counts.length === 0) {
    await storeOtherAccounts(ctx, { id: run.integrationId }, []);
    return null;
  }
  const accounts = new Map((await ledger.accounts(store)).map((each) => [each.id, each]));
  const bankId = readLedgerSettings(settings)?.bankId ?? null;
  const books = { bankId, currency: await homeCurrency(ctx) };
  const all = counts
    .toSorted((left, right) => right._count._all - left._count._all)
    .map(({ bookedTo, _count }) => ({
      account: accounts.get(bookedTo ?? ""),
      id: bookedTo ?? "",
      count: _count._all,
    }));
  const kept = all.map(({ id, account }) => ({
    ...{ id, name: account?.name ?? "" },
    canHoldPayments: account !== undefined && canHoldPayments(account, books),
  }));
  await storeOtherAccounts(ctx, { id: run.integrationId }, kept);
  const named = all.slice(0, NAMED);
  const parts = named.map(({ account, count }) => {
    const were = count === 1 ? "was" : "were";
    return `${counted(count, "payment")} ${were} booked to ${account?.name ?? "an inactive account"}`;
  });
  const toChoose = chosen
    ? undefined
    : named.find(({ account }) => account && canHoldPayments(account, books))?.account;
  const choose = toChoose ? `, or choose ${toChoose.name} in QuickBooks Settings` : "";
  return `${parts.join(" and ")} and can't be matched: book them to Undeposited Funds in QuickBooks${choose}`;
}
