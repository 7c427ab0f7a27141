import { expect, test } from "vitest";
import { Random } from "@/emulators/mint";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { IS_EXHAUSTIVE } from "../support/exhaustive";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  ledgerOf,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

interface Wire {
  Id: string;
  Balance: number;
  CustomerRef: { value: string };
  CurrencyRef: { value: string };
}

/** The emulator's access token lasts an hour of its clock. */
const ROUNDS = 5;
const ROUND_SECONDS = 660;
const CHANGES = 8;
const CUSTOMERS = [
  ["Harbor Coffee", "USD"],
  ["Lakeside Dental", "USD"],
  ["Hafen Kaffee", "EUR"],
] as const;

const listed = async (entity: string, where = ""): Promise<Wire[]> => {
  const query = encodeURIComponent(`select * from ${entity} ${where} maxresults 1000`);
  const { QueryResponse } = await inQuickBooks("GET", `query?query=${query}`);
  return QueryResponse[entity] ?? [];
};
const sold = (amount: number) => [
  { Amount: amount, DetailType: "SalesItemLineDetail", SalesItemLineDetail: {} },
];

/** One change that a bookkeeper makes, or none where there is nothing to change. */
async function change(random: Random, made: number): Promise<void> {
  const pick = (rows: Wire[]) => (rows.length > 0 ? random.pick(rows) : undefined);
  const open = pick(await listed("Invoice", "where Balance > '0'"));
  const [customer, currency] = random.pick([...CUSTOMERS]);
  const enter = () =>
    control("/quickbooks/invoices", {
      ...{ number: String(made), customer, currency },
      amount: random.between(1, 50_000),
    });
  switch (random.between(0, 8)) {
    case 0:
    case 1:
      return enter();
    case 2:
    case 3: {
      if (!open) return enter();
      const { CustomerRef, CurrencyRef } = open;
      const part = random.chance(0.5) ? open.Balance : Math.ceil(open.Balance * 50) / 100;
      const Line = [{ Amount: part, LinkedTxn: [{ TxnId: open.Id, TxnType: "Invoice" }] }];
      const payment = { CustomerRef, CurrencyRef, TotalAmt: Math.ceil(part) + 1, Line };
      return inQuickBooks("POST", "payment", payment);
    }
    case 4: {
      const memo = {
        ...(open && { CustomerRef: open.CustomerRef, CurrencyRef: open.CurrencyRef }),
      };
      if (!open) return enter();
      const credit = Math.min(open.Balance, 20);
      const { CreditMemo } = await inQuickBooks("POST", "creditmemo", { ...memo, Line: sold(20) });
      const Line = [
        { Amount: credit, LinkedTxn: [{ TxnId: open.Id, TxnType: "Invoice" }] },
        { Amount: credit, LinkedTxn: [{ TxnId: CreditMemo.Id, TxnType: "CreditMemo" }] },
      ];
      return inQuickBooks("POST", "payment", { ...memo, TotalAmt: 0, Line });
    }
    case 5: {
      const payment = pick(await listed("Payment"));
      return payment && inQuickBooks("POST", "payment?operation=delete", payment);
    }
    case 6: {
      const memo = pick(await listed("CreditMemo"));
      return memo && inQuickBooks("POST", "creditmemo?operation=delete", memo);
    }
    case 7: {
      const any = pick(await listed("Invoice"));
      const operation = random.chance(0.5) ? "delete" : "void";
      return any && inQuickBooks("POST", `invoice?operation=${operation}`, any);
    }
    default: {
      if (!open) return enter();
      const Line = sold(Math.ceil(open.Balance) + 900);
      return inQuickBooks("POST", "invoice", { ...open, Line, PrivateNote: `Changed ${made}` });
    }
  }
}

const facts = (row: { number: string; balance: number | bigint; currency: string; note: string }) =>
  `${row.number} ${row.balance} ${row.currency} ${row.note}`;

test.each(IS_EXHAUSTIVE ? [1, 2, 3] : [1])(
  "after any changes the open invoices are those of a whole read (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    let made = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let each = 0; each < CHANGES; each += 1) await change(random, ++made);
      await ok("POST", "/qb/sync-payments/", token);
      await settled(token);
      const { ledger, store } = await ledgerOf();
      const truth: string[] = [];
      for await (const { invoices } of ledger.invoices(store)) truth.push(...invoices.map(facts));
      const rows = await adminDb().ledgerInvoice.findMany({
        where: { state: "open", integration: { status: "connected" } },
      });
      expect(rows.map(facts).sort()).toEqual(truth.sort());
      // Further than a sync looks back: it sees the changes of two rounds at most.
      await control("/clock", { offsetSeconds: round * ROUND_SECONDS });
    }
  },
);
