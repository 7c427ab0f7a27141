import { expect, test } from "vitest";
import type { BooksJob } from "@/server/matches/engine/jobs";
import thread from "@/server/matches/engine/thread";

/** A question about books without a row; their digest names them. */
const job = (companyId: string, change: Partial<BooksJob>): BooksJob => ({
  kind: "books",
  change: {
    ...{ companyId, base: null, contents: "same" },
    ...{ deposits: [], payments: [], invoices: [] },
    gone: { deposits: [], payments: [], invoices: [] },
  },
  ...{ algorithm: "smart", historyDigest: "none", history: null, discards: false },
  question: { kind: "plans", only: null },
  ...change,
});

const again = (companyId: string) => {
  const { change } = job(companyId, {});
  return thread(job(companyId, { change: { ...change, base: "same" } }));
};

test("what a run has estimated is kept for the next, unless the ledger's terms forbid it", () => {
  expect(thread(job("kept", { history: [] }))).toMatchObject({ is: "answered" });
  expect(again("kept")).toMatchObject({ is: "answered" });
  expect(thread(job("discarded", { history: [], discards: true }))).toMatchObject({
    is: "answered",
  });
  expect(again("discarded")).toEqual({ is: "history needed" });
});
