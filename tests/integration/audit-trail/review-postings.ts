import type { Emulators } from "@/emulators/start";
import { booksOf, control } from "@/tests/support/emulators";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { connectedCompany } from "../../support/company";
import { settled } from "../../support/worker";
import { audited } from "./audited";

/** A company's first review: what is posted, what QuickBooks has already, and from when on payouts count. */
export async function reviewPostings(emulators: Emulators): Promise<void> {
  // The books as they were before another company of this file posted to them.
  await control(emulators, "/reset", {});
  const { token } = await connectedCompany(emulators, undefined, {
    ...{ autoPost: false, startDate: "2026-10-19" },
  });
  await settled(token);
  const { deposits } = await ok("GET", "/qb/deposit-status/?posted=ready", token);
  const [first, second, third, fourth] = deposits.map(({ id }: { id: number }) => id);
  await audited("deposit.approved", ["POST", "/qb/post-deposit/"], token, { deposit_id: first });
  await audited("deposit.put_aside", ["POST", "/qb/put-aside/"], token, { deposit_ids: [second] });
  const existing_id = await suggestStrange(emulators, [third, fourth]);
  await audited("deposit.existing_dismissed", ["POST", "/qb/dismiss-existing/"], token, {
    ...{ deposit_id: third, existing_id },
  });
  await audited("deposit.put_aside", ["POST", "/qb/link-existing/"], token, {
    ...{ deposit_id: fourth, existing_id },
  });
  const { revision } = await ok("GET", "/qb/posting-review/", token);
  await audited("postings.released", ["POST", "/qb/post-ready/"], token, { revision });
  const { accounts } = await ok("GET", "/settings/banks/", token);
  await audited("integration.settings_saved", ["PUT", "/settings/banks/"], token, {
    ...{ integration_type: "stripe", currency: accounts[0].currency, account_id: accounts[0].Id },
  });
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks", status: "connected" },
    data: { sharedUse: "matches" },
  });
  await audited("integration.shared_use_chosen", ["PUT", "/settings/shared-books/"], token, {
    posts: true,
  });
  await audited("integration.start_date_moved", ["PUT", "/settings/start-dates/"], token, {
    ...{ integration_type: "stripe", start_date: "2026-10-12" },
  });
  await settled(token);
  const { runs } = await ok("GET", "/qb/activity/", token);
  await audited("match_run.undone", ["POST", "/qb/automatic-runs/undo/"], token, {
    automatic_run_id: runs.find(({ kind }: { kind: string }) => kind === "matched").id,
  });
}

/** A Deposit of other money, suggested for both. @returns its id. */
async function suggestStrange(emulators: Emulators, depositIds: number[]): Promise<string> {
  const strange = (await booksOf(emulators)).deposits.find(({ note }) => note === "Branch deposit");
  if (!strange) throw new Error("the sample has no Deposit of other money");
  for (const depositId of depositIds) {
    const deposit = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
    const ledger = await adminDb().integration.findFirstOrThrow({
      where: { companyId: deposit.companyId, provider: "quickbooks" },
    });
    await adminDb().existingDeposit.create({
      data: {
        ...{ companyId: deposit.companyId, depositId, integrationId: ledger.id },
        ...{ quickbooksDepositId: strange.id, txnDate: deposit.txnDate, currency: "USD" },
        amount: BigInt(strange.total),
      },
    });
  }
  return strange.id;
}
