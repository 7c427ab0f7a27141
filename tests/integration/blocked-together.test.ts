import { expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import { blockPosting, claimPosting } from "@/server/posting/claim-posting";
import { adminDb } from "../support/admin-db";
import { join, seedPerson } from "../support/members";
import { makeBooks } from "../support/rows";

/** As many as there are connections to block them by. */
const TOGETHER = 8;

test("postings that are blocked in the same moment are all counted", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { companyId, integrationId } = await makeBooks();
    await join(companyId, await seedPerson(), "owner");
    const ctx = systemContext(companyId);
    const date = new Date("2026-01-05");
    const claimed = await Promise.all(
      Array.from({ length: TOGETHER }, async (_, nth) => {
        const deposit = await adminDb().deposit.create({
          data: {
            ...{ companyId, integrationId, providerId: `po_together_${nth}`, payoutStatus: "paid" },
            ...{ txnDate: date, amount: 9_680n, currency: "USD" },
            lines: {
              create: {
                ...{ providerId: "txn_1", kind: "charge", providerKind: "charge", date },
                ...{ gross: 10_000n, fee: 320n, net: 9_680n, currency: "USD" },
              },
            },
          },
        });
        const { id } = await adminDb().posting.create({
          data: { companyId, depositId: deposit.id },
        });
        return claimPosting(ctx, id);
      }),
    );
    const obstacle = {
      reason: "Choose a bank account in QuickBooks Settings.",
      code: "bank_missing",
    } as const;
    await Promise.all(claimed.map((posting) => posting && blockPosting(ctx, posting, obstacle)));
    const told = await adminDb().notification.findMany({ where: { companyId } });
    expect(told.map(({ title, count }) => [title, count])).toEqual([
      [`${TOGETHER} payouts can't be posted yet`, TOGETHER],
    ]);
  }
});
