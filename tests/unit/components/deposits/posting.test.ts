import { describe, expect, it } from "vitest";
import { deletionText, isMoving, undoText } from "@/components/deposits/posting-notice";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleDeposit } from "../samples";

const QUICKBOOKS = ledgerWords("quickbook");

describe("isMoving", () => {
  it.each([
    ["queued", true],
    ["sending", true],
    ["undoing", true],
    ["posted", false],
    ["blocked", false],
    ["failed", false],
  ] as const)("%s: %s", (state, moving) => {
    expect(isMoving({ posting: { state, message: "", adopted: false } })).toBe(moving);
  });

  it("is false without a posting", () => {
    expect(isMoving(sampleDeposit())).toBe(false);
  });
});

describe("the effect of a destructive step", () => {
  it("names the QuickBooks Deposit that stays", () => {
    expect(deletionText(sampleDeposit({ quickbook_id: "1043" }), QUICKBOOKS)).toContain(
      "Deposit 1043 stays in QuickBooks.",
    );
    expect(deletionText(sampleDeposit(), QUICKBOOKS)).not.toContain("QuickBooks Deposit");
  });

  it("says that undoing a posted deposit deletes it in QuickBooks", () => {
    const posted = sampleDeposit({ status: "posted", quickbook_id: "1043" });
    expect(undoText(posted, QUICKBOOKS)).toContain("Deletes Deposit 1043 in QuickBooks");
    expect(undoText(sampleDeposit({ status: "matched" }), QUICKBOOKS)).not.toContain("QuickBooks");
  });

  it("names what Xero has instead, without its ids", () => {
    const xero = ledgerWords("xero");
    const posted = sampleDeposit({ status: "posted", quickbook_id: "spend:1f0c+transfer:2a3b" });
    expect(undoText(posted, xero, 1)).toBe(
      "Deletes the bank transfer and the payment we created in Xero, then undoes the match. Anything changed there since is kept.",
    );
    expect(deletionText(posted, xero)).toContain("The bank transfer stays in Xero.");
  });

  it("says that payments which we created are deleted too", () => {
    const posted = sampleDeposit({ status: "posted", quickbook_id: "1043" });
    expect(undoText(posted, QUICKBOOKS, 1)).toContain(
      "Deletes Deposit 1043 and the payment we created",
    );
    expect(undoText(sampleDeposit({ status: "matched" }), QUICKBOOKS, 2)).toContain(
      "Deletes the 2 payments we created in QuickBooks",
    );
  });

  it("says that a Deposit which existed before stays", () => {
    const adopted = sampleDeposit({
      status: "posted",
      quickbook_id: "412",
      posting: { state: "posted", message: "", adopted: true },
    });
    expect(undoText(adopted, QUICKBOOKS)).toContain(
      "QuickBooks Deposit 412. It stays in QuickBooks",
    );
    expect(undoText({ ...adopted, posting: null }, QUICKBOOKS, 0, true)).toContain(
      "Another company in Deposit Matcher that uses the same QuickBooks also shows this Deposit.",
    );
  });
});
