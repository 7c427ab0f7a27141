import { expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import { blockPosting, claimPosting } from "@/server/posting/claim-posting";
import { releaseBlockedPostings } from "@/server/work/postings";
import { adminDb } from "../support/admin-db";
import { makeBooks } from "../support/rows";

/** A posting that a worker has claimed, and that will be found to lack a bank account. */
async function claimed() {
  const { companyId, depositId } = await makeBooks();
  const { id } = await adminDb().posting.create({
    data: { companyId, depositId, state: "queued" },
  });
  const ctx = systemContext(companyId);
  const posting = await claimPosting(ctx, id);
  if (!posting) throw new Error("the posting is due");
  const block = () =>
    blockPosting(ctx, posting, { reason: "Choose a bank account.", code: "bank_missing" });
  const state = async () => (await adminDb().posting.findFirstOrThrow({ where: { id } })).state;
  return { ctx, block, state };
}

test("a posting is blocked until what it lacks is supplied", async () => {
  const { ctx, block, state } = await claimed();
  await block();
  expect(await state()).toBe("blocked");
  await releaseBlockedPostings(ctx);
  expect(await state()).toBe("queued");
});

test("what is supplied while it is being sent is not missed", async () => {
  const { ctx, block, state } = await claimed();
  await releaseBlockedPostings(ctx);
  expect(await state()).toBe("sending");
  await block();
  expect(await state()).toBe("queued");
});
