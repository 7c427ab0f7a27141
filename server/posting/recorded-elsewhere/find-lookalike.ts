import type { Integration } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/ledger";
import { judgeExisting } from "./judge-existing";
import { readFacts } from "./read-facts";
import { storeSuggestions } from "./suggestions";

/**
 * The last look before a Deposit is created: whether the books have one that may be this payout's, without its id
 * and without our payments. It is stored for the user, who links to it or says that it isn't.
 * @param look.date of the payout; `nearby`: the Deposits of about these days.
 */
export async function findLookalike(
  ctx: CompanyContext,
  integration: Integration,
  look: { depositId: number; date: string; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<LedgerDeposit | null> {
  const { depositId, date, draft, nearby } = look;
  // Mostly there is none, and nothing more is read.
  const alike = nearby.filter(
    ({ total, currency, payments }) =>
      total === draft.total && currency === draft.currency && payments.length === 0,
  );
  if (alike.length === 0) return null;
  const span = { from: date, to: date };
  const { payouts, existing } = await db(ctx).$transaction((tx) =>
    readFacts(tx, ctx, integration, { span, deposits: alike, sending: depositId }),
  );
  const own = judgeExisting(payouts, existing).find(({ payoutId }) => payoutId === depositId);
  const found = alike.find(({ id }) => id === own?.existingId);
  if (!own || !found) return null;
  await withCompanyLock(ctx, (tx) =>
    storeSuggestions(tx, ctx, integration, [
      { depositId, existing: found, evidence: own.evidence },
    ]),
  );
  return found;
}
