import { describe, expect, it } from "vitest";
import { beyondOf, causesOf, leftOf } from "@/components/inbox/causes";
import type { Deposit, OpenReason } from "@/lib/contracts/deposits";
import type { PostingReview, PostingWait } from "@/lib/contracts/posting-review";
import type { Queue, QueueGroup } from "@/lib/contracts/queue";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleDeposit } from "../samples";

const ledger = ledgerWords("quickbook");
const NONE = { count: 0, sums: [], deposits: [] };

function queueOf(groups: Partial<Record<QueueGroup, Partial<Queue["groups"][number]>>>): Queue {
  const names: QueueGroup[] = ["not_posted", "suggested", "open"];
  return { groups: names.map((group) => ({ group, ...NONE, ...groups[group] })) };
}

let id = 0;
function waiting(reason: Partial<OpenReason>, amount = "10.00", currency = "USD"): Deposit {
  id += 1;
  return sampleDeposit({
    ...{ id, total_amt: amount, currency },
    reason: {
      ...{ code: "missing", text: "", line_id: null, action: null, quickbooks_url: "" },
      ...{ details: "", book_to: "", account: "", ...reason },
    },
  });
}

const open = (deposits: Deposit[]) => queueOf({ open: { count: deposits.length, deposits } });

function reviewOf(waits: PostingWait[]): PostingReview {
  const ready = { count: 0, from: null, to: null, totals: [], closed: 0 };
  return { ready, waiting: waits, already: 0, look: 0, revision: "1", auto_post: false };
}

const rowsOf = (waits: Partial<Parameters<typeof causesOf>[0]>) =>
  causesOf({ queue: open([]), review: undefined, existing: [], ledger, ...waits }).map(
    ({ title, count, sums }) => [title, count, ...sums.map(({ amount }) => amount)],
  );

describe("what waits", () => {
  it("is grouped by what settles it, the quickest answers first", () => {
    const queue = queueOf({
      suggested: { count: 3, sums: [{ currency: "USD", amount: "300.00" }] },
      open: {
        count: 5,
        deposits: [
          waiting({ code: "in_transit" }, "1.00"),
          waiting({ code: "missing", line_id: 1 }, "2.00"),
          waiting({ code: "invoice_open", line_id: 1 }, "3.00"),
          waiting({ code: "in_bank", action: "put_aside" }, "4.00"),
          waiting({ code: "maybe_booked" }, "5.00"),
        ],
      },
    });
    expect(rowsOf({ queue })).toEqual([
      ["To confirm", 3, "300.00"],
      ["Already booked", 2, "9.00"],
      ["Not in QuickBooks", 2, "5.00"],
      ["On its way", 1, "1.00"],
    ]);
  });

  it("has a cause for each account that payments are in", () => {
    const elsewhere = (account: string) =>
      waiting({ code: "other_account", action: "ledger_settings", account });
    const queue = open([
      elsewhere("Stripe Clearing"),
      elsewhere("Shop"),
      elsewhere("Shop"),
      elsewhere(""),
    ]);
    expect(rowsOf({ queue })).toEqual([
      ["In Stripe Clearing", 1, "10.00"],
      ["In Shop", 2, "20.00"],
      ["In another account", 1, "10.00"],
    ]);
  });

  it("is one for closed books, whether posting was tried or is held, of every processor", () => {
    const held = (source: string, amount: string): PostingWait => ({
      ...{ count: 2, totals: [{ currency: "USD", amount }], waits_for: "the books to reopen" },
      ...{ text: "The books are closed.", action: "post_on_open_day", source, deposit_ids: [1, 2] },
    });
    const deposits = [waiting({ code: "posting_blocked", action: "post_on_open_day" }, "0.50")];
    const queue = queueOf({ not_posted: { count: 1, deposits } });
    const review = reviewOf([held("Stripe", "20.00"), held("Authorize.Net", "-3.25")]);
    expect(rowsOf({ queue, review })).toEqual([["Books closed", 5, "17.25"]]);
  });

  it("is one for each setting that is missing", () => {
    const wait = (waits_for: string): PostingWait => ({
      ...{ count: 1, totals: [], waits_for, text: `Choose ${waits_for}.` },
      ...{ action: "ledger_settings", source: "Stripe", deposit_ids: [1] },
    });
    const review = reviewOf([wait("a clearing account"), wait("a EUR bank account")]);
    expect(rowsOf({ review })).toEqual([
      ["Needs a clearing account", 1],
      ["Needs a EUR bank account", 1],
    ]);
  });

  it("adds up by currency, without mixing them", () => {
    const queue = open([waiting({}, "1.10"), waiting({}, "2.20"), waiting({}, "500", "JPY")]);
    const causes = causesOf({ queue, review: undefined, existing: [], ledger });
    expect(leftOf(causes)).toEqual({
      count: 3,
      sums: [
        { currency: "USD", amount: "3.30" },
        { currency: "JPY", amount: "500.00" },
      ],
    });
  });

  it("counts what the queue doesn't list apart", () => {
    const queue = queueOf({
      suggested: { count: 40, deposits: [waiting({})] },
      open: { count: 10_000, deposits: [waiting({}), waiting({})] },
    });
    expect(beyondOf(queue)).toBe(9_998);
  });
});
