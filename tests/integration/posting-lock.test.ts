import { expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import { claimPosting } from "@/server/posting/claim-posting";
import { lockPostings } from "@/server/work/postings";
import { adminDb } from "../support/admin-db";
import { eventually } from "../support/eventually";
import { makeBooks } from "../support/rows";

test("a posting being undone can't be claimed", async () => {
  const { companyId, depositId } = await makeBooks();
  const ctx = systemContext(companyId);
  const { id } = await adminDb().posting.create({ data: { companyId, depositId } });
  let claim: ReturnType<typeof claimPosting> | undefined;
  await adminDb().$transaction(async (tx) => {
    const [posting] = await lockPostings(tx, ctx, [depositId]);
    expect(posting?.state).toBe("queued");
    claim = claimPosting(ctx, id);
    await eventually(async () => {
      const [{ waiting } = { waiting: 0 }] = await adminDb().$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE postings%'`;
      expect(waiting).toBe(1);
    });
    await tx.posting.update({
      where: { companyId_id: { companyId, id } },
      data: { state: "undone", undoneAt: new Date() },
    });
  });
  expect(await claim).toBeNull();
  expect((await adminDb().posting.findFirst({ where: { companyId } }))?.state).toBe("undone");
});
