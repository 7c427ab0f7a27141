import { afterAll, expect, test, vi } from "vitest";
import { systemContext } from "@/server/auth/company-id";
import { closeDb } from "@/server/db";
import { claimPosting } from "@/server/posting/claim-posting";
import { lockPostings } from "@/server/posting/lock-postings";
import { everything } from "../setup/everything";
import { makeBooks } from "../setup/rows";

afterAll(closeDb);

test("a posting that is being taken back can't be claimed in between", async () => {
  const { companyId, depositId } = await makeBooks();
  const ctx = systemContext(companyId);
  const { id } = await everything().posting.create({ data: { companyId, depositId } });
  let claim: ReturnType<typeof claimPosting> | undefined;
  await everything().$transaction(async (tx) => {
    const [posting] = await lockPostings(tx, ctx, [depositId]);
    expect(posting?.state).toBe("queued");
    claim = claimPosting(ctx, id);
    await vi.waitFor(async () => {
      const [{ waiting } = { waiting: 0 }] = await everything().$queryRaw<{ waiting: number }[]>`
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
  expect((await everything().posting.findFirst({ where: { companyId } }))?.state).toBe("undone");
});
