import { describe, expect, test } from "vitest";
import { canCheckAgain, reasonWay } from "@/components/deposit-parts/open-reason-line";
import { OPEN_ACTIONS, OPEN_REASONS } from "@/lib/constants/open-reasons";
import type { OpenReason } from "@/lib/contracts/deposits";
import { ledgerWords } from "@/lib/ledger-words";

const QUICKBOOKS = ledgerWords("quickbook");

const reason = (part: Partial<OpenReason>): OpenReason => ({
  ...{ code: "missing", text: "", line_id: 7, action: "choose", quickbooks_url: "", details: "" },
  book_to: "",
  account: "",
  ...part,
});

const DEPOSIT = { id: 3, source: "Stripe" };
const wayOf = (part: Partial<OpenReason>) => reasonWay(reason(part), DEPOSIT, QUICKBOOKS);

describe("reasonWay", () => {
  test("every action has a button with words of its own", () => {
    const labels = OPEN_ACTIONS.map((action) => wayOf({ action })?.label);
    expect(labels).not.toContain(undefined);
    expect(new Set(labels).size).toBe(OPEN_ACTIONS.length);
  });

  test("opens the question about the line", () => {
    expect(wayOf({})).toEqual({
      label: "Choose",
      to: "bookkeeper",
      href: "/transaction/3?line=7",
    });
  });

  test("a payout as a whole is matched by hand", () => {
    const way = wayOf({ line_id: null });
    expect(way).toEqual({ label: "Choose", to: "bookkeeper", href: "/manual-match?deposit=3" });
  });

  test("what a posting lacks is chosen in the settings that have it, a line's account with the line", () => {
    const blocked = (action: OpenReason["action"]) =>
      wayOf({ code: "posting_blocked", line_id: null, action });
    expect(blocked("ledger_settings")).toEqual({
      label: "Open QuickBooks Settings",
      to: "admin",
      href: "/integrations?tab=accounting&settings=quickbook",
    });
    expect(blocked("source_settings")).toEqual({
      label: "Open Stripe Settings",
      to: "admin",
      href: "/integrations?settings=stripe",
    });
    expect(blocked("choose_account")).toMatchObject({ href: "/transaction/3" });
  });

  test("one setting alone is asked for in place; a ledger that posts what is below zero asks in its settings", () => {
    expect(wayOf({ action: "match_from_account", account: "Stripe Clearing" })).toEqual({
      ...{ label: "Match from Stripe Clearing", to: "admin" },
      asks: { account: "Stripe Clearing" },
    });
    const negative = reason({ action: "negative_account" });
    expect(reasonWay(negative, DEPOSIT, QUICKBOOKS)).toMatchObject({ asks: "negative_account" });
    expect(reasonWay(negative, DEPOSIT, ledgerWords("xero"))).toMatchObject({
      href: "/integrations?tab=accounting&settings=xero",
    });
  });

  test("what no setting mends is booked elsewhere", () => {
    expect(wayOf({ line_id: null, action: "put_aside" })).toEqual({
      label: "Mark as booked elsewhere",
      to: "bookkeeper",
      does: "put_aside",
    });
  });

  test("nothing to do is no button", () => {
    expect(wayOf({ code: "in_transit", action: null })).toBeNull();
  });
});

test("checking again is offered for what is mended in the books, and never twice", () => {
  const offered = OPEN_REASONS.filter((code) => canCheckAgain(reason({ code, action: "choose" })));
  expect(offered).toContain("missing");
  expect(offered).not.toContain("suggested");
  expect(canCheckAgain(reason({ code: "amount_differs", action: "check_again" }))).toBe(false);
});
