import type { Emulators } from "@/emulators/start";
import { type Body, connectXero, type Xero } from "../xero-client";
import { type Checked, readVendorFile, validators } from "./validator";

/** What the wire has and Xero's published schema hasn't, by type. `rows` are checked closed but for these. */
const BEYOND_THE_SCHEMA: Record<string, readonly string[]> = {
  // Around every list.
  envelope: ["Id", "Status", "ProviderName", "DateTimeUTC", "pagination"],
  // In the documentation's examples and in captured answers.
  BankTransaction: ["DateString"],
  BankTransfer: ["DateString", "CreatedDateUTCString"],
  Invoice: ["DateString", "DueDateString"],
  CreditNote: ["DateString", "ID"],
  LineItem: ["ValidationErrors"],
  // Texts on the wire.
  BatchPayment: ["TotalAmount", "IsReconciled"],
};

/** Types of the lists that the cut of the schema has, or has the rows of. */
const LISTS = {
  Accounts: "Account",
  Contacts: "Contact",
  Invoices: "Invoice",
  CreditNotes: "CreditNote",
  Payments: "Payment",
  BankTransactions: "BankTransaction",
  BankTransfers: "BankTransfer",
  Organisations: "Organisation",
} as const;

interface Schema {
  properties?: Record<string, object>;
  additionalProperties?: boolean;
}

/** Every object closed, so that an invented field is found, and an envelope for each list. */
function closed(document: Body): object {
  const schemas: Record<string, Schema> = structuredClone(document.components.schemas);
  for (const [name, schema] of Object.entries(schemas)) {
    if (!schema.properties) continue;
    for (const field of BEYOND_THE_SCHEMA[name] ?? []) schema.properties[field] = {};
    schema.additionalProperties = false;
  }
  for (const [list, row] of Object.entries(LISTS)) {
    const fields = (BEYOND_THE_SCHEMA.envelope ?? []).map((field) => [field, {}] as const);
    const items = { type: "array", items: { $ref: `#/components/schemas/${row}` } };
    schemas[`${list} answer`] = {
      properties: { ...Object.fromEntries(fields), [list]: items },
      additionalProperties: false,
    };
  }
  return { components: { schemas } };
}

/** Checks every row of every kind, created and deleted, with taxes, in the editions of four countries. */
export async function checkXero(emulators: Emulators, folder: string): Promise<Checked[]> {
  const document = readVendorFile(folder, "xero-accounting-subset.json") as Body;
  const names = Object.keys(LISTS).map((list) => `${list} answer`);
  const check = validators(closed(document), "components/schemas/", names);
  const checked: Checked[] = [];
  for (const country of ["NZ", "UK", "AU", "US"]) {
    const by = (name: string, body: object) =>
      fetch(`${emulators.control.url}/xero/${name}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
    await by("company", { country, periodLockDate: "2020-12-31" });
    const { xero } = await connectXero(emulators);
    const { spent, moved } = await keepBooks(xero, by);
    checked.push(check("BankTransactions answer", spent, `Xero ${country} money spent`));
    checked.push(check("BankTransfers answer", moved, `Xero ${country} transfer`));
    for (const list of Object.keys(LISTS)) {
      const path = list === "Organisations" ? "Organisation" : list;
      const paged = ["Accounts", "BankTransfers", "Organisations"].includes(list) ? "" : "?page=1";
      const { body } = await xero("GET", path + paged);
      checked.push(check(`${list} answer`, body, `Xero ${country} ${list}`));
      if (list === "Organisations" || list === "Accounts") continue;
      for (const row of body[list]) {
        const one = await xero("GET", `${path}/${row[`${LISTS[list as keyof typeof LISTS]}ID`]}`);
        checked.push(check(`${list} answer`, one.body, `Xero ${country} one of ${list}`));
      }
    }
  }
  return checked;
}

async function keepBooks(xero: Xero, by: (name: string, body: object) => Promise<Response>) {
  const { body } = await xero("GET", "Accounts");
  const account = (name: string) => body.Accounts.find(({ Name }: Body) => Name === name);
  const clearing = account("PayPal Clearing");
  await by("payments", { amount: 10_000, reference: "ch_1", batch: true });
  await by("payments", { amount: 4000, kind: "refund", account: "Card Clearing" });
  await by("transactions", {
    type: "RECEIVE-OVERPAYMENT",
    account: "PayPal Clearing",
    lines: [{ account: "Sales", amount: 500 }],
  });
  const tracking = await xero("GET", "TrackingCategories");
  const [{ TrackingCategoryID, Options }] = tracking.body.TrackingCategories;
  const { TrackingOptionID } = Options[0];
  const line = {
    Description: "Fees",
    UnitAmount: 3.45,
    AccountCode: "404",
    Tracking: [{ TrackingCategoryID, TrackingOptionID }],
  };
  const spent = await xero("PUT", "BankTransactions", {
    Type: "SPEND",
    Contact: { Name: "PayPal" },
    BankAccount: { AccountID: clearing.AccountID },
    Url: "https://matcher.example/payouts/1",
    LineItems: [line],
  });
  const moved = await xero("PUT", "BankTransfers", {
    FromBankAccount: { AccountID: clearing.AccountID },
    ToBankAccount: { AccountID: account("Business Account").AccountID },
    Amount: 96.55,
    Reference: "po_1",
  });
  const path = `BankTransactions/${spent.body.BankTransactions[0].BankTransactionID}`;
  await xero("POST", path, { Status: "DELETED" });
  await by("reconcile", { id: moved.body.BankTransfers[0].BankTransferID, side: "to" });
  return { spent: spent.body, moved: moved.body };
}
