import { describe, expect, test } from "vitest";
import {
  type DetailLine,
  entriesOf,
  missingSentence,
  needsDecision,
} from "@/components/deposits/line-decisions/entries";
import type {
  BookingView,
  DepositDetail,
  PlannedPaymentView,
} from "@/lib/contracts/deposit-detail";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleDeposit, sampleMatch } from "../../samples";

const QUICKBOOKS = ledgerWords("quickbook");

const TODAY = "2026-11-23";

function line(id: number, part: Partial<DetailLine> = {}): DetailLine {
  return {
    ...{ id, description: `Order #${id}`, plateform: "Stripe", entity: "", amount: "10.00" },
    ...{ status: "pending", kind: "charge", date: "2026-11-01", fee: "0.00", net: "10.00" },
    ...{
      fee_predicted: false,
      finding: null,
      found: null,
      match_id: null,
      wait: null,
      offer: null,
    },
    ...part,
  };
}

function booking(line_id: number, part: Partial<BookingView> = {}): BookingView {
  return {
    ...{ line_id, kind: "refund", amount: "-10.00", text: "Refund of 10.00" },
    ...{ account: null, always: "" },
    ...part,
  };
}

const planned: PlannedPaymentView = {
  ...{ payment_id: "planned-1", match_id: "chosen", created_at: null, is_new_customer: false },
  ...{ item: "", tax_code: "", class: "", reference: "", note: "", invoices: [], credit: "0.00" },
};

const payment = {
  ...{ Id: "7", TxnDate: TODAY, TotalAmt: "10.00", CustomerName: "", kind: "Payment" },
  ...{ number: "7", quickbooks_url: "", planned: false },
};

function states(
  lines: DetailLine[],
  more: Partial<Pick<DepositDetail, "matches" | "bookings" | "planned">> = {},
  status: "pending" | "matched" = "pending",
) {
  const deposit = { ...sampleDeposit({ status }), lines, questions: [], last_asked: "" };
  const detail = { deposit, matches: [], bookings: [], planned: [], ...more };
  return entriesOf(detail, TODAY).map((entry) => `${entry.key}: ${entry.state}`);
}

describe("what a deposit has that QuickBooks does not know", () => {
  test("a charge without a payment is asked about; a suggested one isn't", () => {
    const matches = [sampleMatch({ id: "m", line_ids: [2], payments: [payment] })];
    expect(states([line(1), line(2, { match_id: "m" })], { matches })).toEqual(["line 1: open"]);
  });

  test("a suggested payment of another amount is a question too", () => {
    const suggested = (TotalAmt: string) => ({
      matches: [sampleMatch({ id: "m", line_ids: [1], payments: [{ ...payment, TotalAmt }] })],
    });
    const lines = [line(1, { match_id: "m", net: "9.41" })];
    expect(states(lines, suggested("10.01"))).toEqual(["line 1: open"]);
    expect(states(lines, suggested("10.00"))).toEqual([]);
    expect(states(lines, suggested("9.41"))).toEqual([]);
  });

  test("a matched deposit asks nothing but accounts", () => {
    const more = { bookings: [booking(2)] };
    expect(states([line(1), line(2, { kind: "refund" })], more, "matched")).toEqual([
      "2 refund: unbooked",
    ]);
  });

  test("a deposit that is matched as a whole leaves no line open", () => {
    expect(states([line(1)], { matches: [sampleMatch({ line_ids: [] })] })).toEqual([]);
  });

  test("a refund is asked about once, and not when it has its account", () => {
    const refund = [line(1, { kind: "refund" })];
    expect(states(refund, { bookings: [booking(1)] })).toEqual(["line 1: open"]);
    expect(states(refund, { bookings: [booking(1, { account: "Refunds" })] })).toEqual([
      "1 refund: booked",
    ]);
  });

  test("the fee of a dispute is asked about by itself", () => {
    const bookings = [booking(1, { kind: "dispute" }), booking(1, { kind: "dispute_fee" })];
    expect(states([line(1, { kind: "dispute" })], { bookings })).toEqual([
      "line 1: open",
      "1 dispute_fee: unbooked",
    ]);
  });

  test("a line waits until its day comes, after what is to be decided and what was chosen", () => {
    const matches = [sampleMatch({ id: "chosen", state: "accepted", line_ids: [3] })];
    const lines = [
      line(1, { wait: { until: "2026-11-24", note: "" } }),
      line(2, { wait: { until: TODAY, note: "" } }),
      line(3, { match_id: "chosen" }),
    ];
    expect(states(lines, { matches, planned: [planned] })).toEqual([
      "line 2: open",
      "chosen: chosen",
      "line 1: waiting",
    ]);
  });

  test("a payment picked from QuickBooks can be taken back while the deposit is open", () => {
    const matches = [sampleMatch({ id: "m", state: "accepted", line_ids: [1] })];
    const lines = [line(1, { match_id: "m" })];
    expect(states(lines, { matches })).toEqual(["m: chosen"]);
    expect(states(lines, { matches }, "matched")).toEqual([]);
  });
});

describe("the sentence above the questions", () => {
  const entries = (...lines: DetailLine[]) =>
    entriesOf(
      {
        deposit: { ...sampleDeposit(), lines, questions: [], last_asked: "" },
        matches: [],
        bookings: [],
        planned: [],
      },
      TODAY,
    );

  test.each([
    [entries(line(1)), 6, "1 of 6 charges has no payment in QuickBooks."],
    [entries(line(1), line(2)), 6, "2 of 6 charges have no payment in QuickBooks."],
    [entries(line(1)), 1, "The charge has no payment in QuickBooks."],
    [entries(line(1, { finding: "already_matched" })), 1, "1 line needs an answer"],
    [entries(line(1, { kind: "refund" })), 1, "1 line needs an answer"],
    [entries(line(1, { kind: "refund" }), line(2)), 3, "2 lines need an answer"],
  ])("case %#", (given, charges, start) => {
    expect(missingSentence(given, charges, QUICKBOOKS)).toContain(start);
  });

  test("there is none when all is decided", () => {
    const waiting = entries(line(1, { wait: { until: "2026-12-01", note: "" } }));
    expect(waiting.some(needsDecision)).toBe(false);
    expect(missingSentence(waiting, 1, QUICKBOOKS)).toBe("");
  });
});
