import { describe, expect, test } from "vitest";
import { canCheckAgain, reasonWay } from "@/components/books/reason-way";
import type { OpenReason } from "@/lib/contracts/deposits";
import { OPEN_ACTIONS, OPEN_REASONS } from "@/lib/contracts/values/open-reasons";

const reason = (part: Partial<OpenReason>): OpenReason => ({
  ...{ code: "missing", text: "", line_id: 7, action: "choose", quickbooks_url: "", details: "" },
  ...part,
});

describe("reasonWay", () => {
  test("every action has a button with words of its own", () => {
    const labels = OPEN_ACTIONS.map((action) => reasonWay(reason({ action }), 3)?.label);
    expect(labels).not.toContain(undefined);
    expect(new Set(labels).size).toBe(OPEN_ACTIONS.length);
  });

  test("opens the question about the line", () => {
    expect(reasonWay(reason({}), 3)).toEqual({ label: "Choose", href: "/transaction/3?line=7" });
  });

  test("a payout as a whole is matched by hand", () => {
    const way = reasonWay(reason({ line_id: null }), 3);
    expect(way).toEqual({ label: "Choose", href: "/manual-match?deposit=3" });
  });

  test("what a posting lacks is chosen with the connections, a line's account with the line", () => {
    const blocked = reason({ code: "posting_blocked", action: "choose_account" });
    expect(reasonWay(blocked, 3)).toMatchObject({ href: "/transaction/3?line=7" });
    expect(reasonWay({ ...blocked, line_id: null }, 3)).toMatchObject({ href: "/integrations" });
  });

  test("nothing to do is no button", () => {
    expect(reasonWay(reason({ code: "in_transit", action: null }), 3)).toBeNull();
  });
});

test("checking again is offered for what is mended in QuickBooks, and never twice", () => {
  const offered = OPEN_REASONS.filter((code) => canCheckAgain(reason({ code, action: "choose" })));
  expect(offered).toContain("missing");
  expect(offered).not.toContain("suggested");
  expect(canCheckAgain(reason({ code: "amount_differs", action: "check_again" }))).toBe(false);
});
