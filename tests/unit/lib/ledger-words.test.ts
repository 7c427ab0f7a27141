import { expect, test } from "vitest";
import { LEDGER_WIRES, ledgerWords } from "@/lib/ledger-words";
import { listProviders } from "@/lib/providers/list";

test("has the words of every listed ledger under its own name", () => {
  const ledgers = listProviders().filter(({ role }) => role === "ledger");
  expect(LEDGER_WIRES.map((wire) => [wire, ledgerWords(wire).name])).toEqual(
    ledgers.map(({ wire, name }) => [wire, name]),
  );
});

test("without a ledger the words are QuickBooks'", () => {
  expect(ledgerWords(null)).toBe(ledgerWords("quickbook"));
});

test("names what a payout became as the ledger's screens do", () => {
  expect(ledgerWords("quickbook").depositOf("756")).toBe("Deposit 756");
  const xero = ledgerWords("xero");
  expect(xero.depositOf("spend:1f0c+transfer:2a3b")).toBe("bank transfer");
  expect(xero.depositOf("deposit:1f0c")).toBe("receive money transaction");
  expect(xero.depositOf("withdrawal:1f0c")).toBe("spend money transaction");
  expect(xero.numberOf("1f0c")).toBe("");
});

test("a link says what it leads to where that is not the transfer itself", () => {
  expect(ledgerWords("quickbook").opens("756")).toBe("Open in QuickBooks");
  const { opens } = ledgerWords("xero");
  expect(opens("deposit:1f0c")).toBe("Open in Xero");
  expect(opens("spend:1f0c+transfer:2a3b")).toBe("Open the spend money transaction in Xero");
});
