import { counted } from "@/lib/counted";
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
 * In a sentence, where recent payments were booked that no deposit can be matched with, because they don't wait in
 * Undeposited Funds; null when there are none.
 * @throws ProviderError.
 */
export async function bookedElsewhere(
  ctx: CompanyContext,
  run: ClaimedRun,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
): Promise<string | null> {
  const counts = await db(ctx).ledgerPayment.groupBy({
    by: ["bookedTo"],
    where: {
      ...{ companyId: ctx.companyId, integrationId: run.integrationId, state: "gone" },
      ...{ depositedOn: null, bookedTo: { not: null } },
      txnDate: { gte: new Date(Date.now() - DAYS * 86_400_000) },
    },
    _count: { _all: true },
  });
  if (counts.length === 0) return null;
  const names = new Map((await ledger.accounts(store)).map(({ id, name }) => [id, name]));
  const parts = counts
    .toSorted((left, right) => right._count._all - left._count._all)
    .slice(0, NAMED)
    .map(({ bookedTo, _count: { _all: count } }) => {
      const were = count === 1 ? "was" : "were";
      const account = names.get(bookedTo ?? "") ?? "an inactive account";
      return `${counted(count, "payment")} ${were} booked to ${account}`;
    });
  return `${parts.join(" and ")} and can't be matched: book them to Undeposited Funds in QuickBooks`;
}
