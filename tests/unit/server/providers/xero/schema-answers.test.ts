import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LedgerPaymentRecord } from "@/server/providers/ledger";
import { type Altered, type Given, startAltered } from "../altered";
import { type Emulators, failure, requests, startEmulators } from "../support";
import { connectXero, consent, Organisation, TODAY, xeroProvider } from "./support";

// What Xero's schema allows, and the emulator doesn't send.

let emulators: Emulators;
let xero: Altered;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
  xero = await startAltered(String(emulators.env.XERO_API_BASE));
});
beforeEach(async () => {
  org = new Organisation(emulators, { apiBase: xero.url });
  await org.begin();
});
afterEach(() => {
  xero.ask = undefined;
  xero.alter = undefined;
});
afterAll(async () => {
  await xero.close();
  await emulators.close();
});

/** Alters each row of a list. */
function each(list: string, change: (row: Given["body"]) => void): void {
  xero.alter = ({ body }) => {
    for (const row of body?.[list] ?? []) change(row);
    return { body };
  };
}

/** Answers the calls that a path belongs to. */
function answering(
  asked: { method: string; path: RegExp },
  other: { status?: number; body: unknown; headers?: Record<string, string> },
): void {
  xero.alter = ({ method, url }) =>
    method === asked.method && asked.path.test(url.pathname) ? other : undefined;
}

async function payments(since?: string): Promise<LedgerPaymentRecord[]> {
  const found: LedgerPaymentRecord[] = [];
  for await (const page of org.ledger.payments(org.store, since)) found.push(...page.payments);
  return found;
}

const paid = (body: object) => org.by("payments", body);
const FEE = { account: "Merchant Fees", amount: -345 };
const post = (key: string) =>
  org.ledger.createDeposit(org.store, org.draft(10_000, [FEE]), key, async () => {});

describe("lists", () => {
  const uncounted = () => {
    xero.alter = ({ body }) => ({ body: { ...body, pagination: undefined } });
  };

  it("are read to their end where pages are shorter than asked for, and not counted", async () => {
    for (let number = 1; number <= 5; number += 1) await paid({ amount: number * 100 });
    xero.ask = (url) => {
      if (url.searchParams.has("pageSize")) url.searchParams.set("pageSize", "2");
    };
    uncounted();
    expect(await payments()).toHaveLength(5);
  });

  it("end where Xero gives the same page again", async () => {
    await paid({ amount: 100 });
    xero.ask = (url) => {
      if (url.searchParams.has("page")) url.searchParams.set("page", "1");
    };
    uncounted();
    expect(await payments()).toMatchObject([{ amount: 100 }, { amount: 100 }]);
  });

  it("without a change may be answered by 304", async () => {
    const lists = /(Payments|Contacts|BankTransactions|BankTransfers)$/;
    xero.alter = ({ url, body }) =>
      lists.test(url.pathname) && url.searchParams.get("pageSize") !== "1"
        ? { status: 304, body: "" }
        : { body };
    expect(await payments(new Date().toISOString())).toEqual([]);
    expect(await failure(payments())).toMatchObject({ failure: "unavailable" });
  });
});

describe("customers' money", () => {
  it("is read from bank transactions without currency, status and contact, and not from voided ones", async () => {
    await paid({ kind: "receive", amount: 700, account: "PayPal USD" });
    each("BankTransactions", (row) => {
      for (const field of ["CurrencyCode", "Status", "Contact", "IsReconciled"]) delete row[field];
    });
    expect(await payments()).toMatchObject([{ amount: 700, currency: "USD", customerName: "" }]);
    each("BankTransactions", (row) => {
      row.Status = "VOIDED";
    });
    expect(await payments()).toEqual([]);
  });

  it.each([
    ["CreditNote", "CreditNoteNumber", "CN-1"],
    ["Overpayment", "", ""],
    ["Prepayment", "", ""],
  ])("that was given back names its customer by its %s", async (name, number, seen) => {
    await paid({ kind: "refund", amount: 2500, customer: "Ada Byron", currency: "USD" });
    each("Payments", (row) => {
      if (row.PaymentType === "ACCRECPAYMENT") return;
      const { Contact, CurrencyCode } = row.Invoice;
      row[name] = { Contact, CurrencyCode, ...(number && { [number]: seen }) };
      delete row.Invoice;
      delete row.BankAmount;
    });
    const found = await payments();
    const refund = found.find(({ kind }) => kind === "RefundReceipt");
    expect(refund).toMatchObject({
      ...{ amount: -2500, currency: "USD", customerName: "Ada Byron" },
      referenceNumber: expect.stringContaining(seen),
    });
  });

  it("is at its own account's amount, whatever is said about the invoice", async () => {
    await paid({ amount: 10_000, currency: "USD", bankAmount: 16_000 });
    each("Payments", ({ Invoice }) => {
      delete Invoice.CurrencyCode;
    });
    expect(await payments()).toMatchObject([{ amount: 16_000, currency: "NZD" }]);
    each("Payments", (row) => {
      delete row.BankAmount;
    });
    expect(await payments()).toMatchObject([{ amount: 10_000, currency: "USD" }]);
  });

  it.each([[`${TODAY}T00:00:00`], [`${TODAY}T00:00:00Z`], [TODAY]])(
    "has its day, written as %s",
    async (date) => {
      await paid({ amount: 100, date: TODAY });
      each("Payments", (row) => {
        row.Date = date;
      });
      expect(await payments()).toMatchObject([{ date: TODAY }]);
    },
  );

  it("is right where the sum of doubles is off", async () => {
    await paid({ amount: 3066 });
    each("Payments", (row) => {
      row.Amount = 30.659999999999997;
      row.BankAmount = 30.660000000000004;
    });
    expect(await payments()).toMatchObject([{ amount: 3066 }]);
    each("Payments", (row) => {
      row.BankAmount = 30.665;
    });
    expect(await failure(payments())).toMatchObject({ detail: { code: "unexpected_reply" } });
  });

  it("is read although a contact has no name", async () => {
    await paid({ amount: 100, customer: "Ada Byron" });
    each("Contacts", (row) => {
      delete row.Name;
    });
    expect(await payments()).toMatchObject([{ amount: 100, customerName: "Ada Byron" }]);
    expect(await org.ledger.customers(org.store, "Ada")).toMatchObject([{ name: "" }]);
  });
});

it("knows accounts, taxes and the lock date by what is left of them", async () => {
  const { accounts, taxCodes, items } = org.ledger;
  const [chart, taxes, incomes] = [
    await accounts(org.store),
    await taxCodes(org.store),
    await items(org.store),
  ];
  xero.alter = ({ body }) => {
    for (const row of body?.Accounts ?? []) {
      delete row.Class;
      if (row.Status === "ACTIVE") delete row.Status;
    }
    for (const row of body?.TaxRates ?? []) {
      delete row.CanApplyToRevenue;
      delete row.CanApplyToExpenses;
    }
    for (const row of body?.Organisations ?? []) row.EndOfYearLockDate = "2026-03-31T00:00:00";
    return { body };
  };
  expect(await accounts(org.store)).toEqual(chart);
  expect(await items(org.store)).toEqual(incomes);
  expect((await taxCodes(org.store)).map(({ id }) => id)).toEqual(
    expect.arrayContaining(taxes.map(({ id }) => id)),
  );
  expect(await org.ledger.companyFacts(org.store)).toMatchObject({ closedUntil: "2026-03-31" });
});

describe("connecting", () => {
  it("goes on where a connection doesn't say which consent it is of", async () => {
    xero.alter = ({ url, body }) => {
      if (url.pathname !== "/connections") return undefined;
      return { body: body.map(({ authEventId, ...row }: Given["body"]) => row) };
    };
    expect(await connectXero(org.provider)).toMatchObject({
      externalAccountId: emulators.credentials.xeroTenantId,
    });
  });

  it("lets choose among all organisations where the token doesn't say, and gives back none", async () => {
    await org.set({ connects: "both" });
    let token = "";
    xero.alter = ({ url, body }) => {
      if (!url.pathname.endsWith("/token")) return undefined;
      token = body.access_token;
      return { body: { ...body, access_token: "opaque" } };
    };
    xero.ask = (_, headers) => {
      if (headers.authorization === "Bearer opaque") headers.authorization = `Bearer ${token}`;
    };
    const tokenUrl = `${xero.url}/connect/token`;
    const { redirectConnect } = xeroProvider(emulators, { apiBase: xero.url, tokenUrl });
    const given = await redirectConnect.exchange(await consent(org.provider));
    if (!("accounts" in given)) throw new Error("one organisation was connected");
    expect(given.accounts.map(({ name }) => name).toSorted()).toEqual([
      "Kauri & Co",
      "Rimu Pty Ltd",
    ]);
    const [first, second] = given.accounts.map(({ id }) => id);
    const kept = JSON.parse(JSON.stringify(given.access));
    await redirectConnect.giveBack?.(kept, [second ?? ""]);
    expect(await requests(emulators, "/connections/")).toEqual([]);
    expect(await redirectConnect.choose?.(kept, first ?? "")).toMatchObject({
      externalAccountId: first,
    });
  });
});

describe("posting", () => {
  it("asks again after an answer without the document, and books it once", async () => {
    answering({ method: "PUT", path: /BankTransactions$/ }, { body: { BankTransactions: [] } });
    expect(await failure(post("r1"))).toMatchObject({
      ...{ failure: "unavailable" },
      detail: { code: "unexpected_reply" },
    });
    xero.alter = undefined;
    await post("r1");
    expect(await org.documents()).toEqual([
      "SPEND 345 PayPal Clearing",
      expect.stringContaining("TRANSFER 9655"),
    ]);
  });

  it("finds what it booked where a list can't be asked for a reference", async () => {
    xero.alter = ({ method, url }) =>
      method === "GET" && url.searchParams.get("where")?.includes("Reference")
        ? { status: 400, body: { ErrorNumber: 16, Type: "QueryParseException", Message: "No" } }
        : undefined;
    await post("r1");
    await post("r2");
    expect(await org.documents()).toEqual([
      "SPEND 345 PayPal Clearing",
      expect.stringContaining("TRANSFER 9655"),
    ]);
  });

  it("takes a document that Xero marks as refused for a refusal, in Xero's words", async () => {
    const words = "Account code '404' is not a valid code for this document.";
    xero.alter = ({ method, url, body }) => {
      if (method !== "PUT" || !/BankTransactions$/.test(url.pathname)) return undefined;
      const refused = { StatusAttributeString: "ERROR", ValidationErrors: [{ Message: words }] };
      return { body: { BankTransactions: [{ ...body.BankTransactions[0], ...refused }] } };
    };
    expect(await failure(post("r1"))).toMatchObject({ failure: "rejected", detail: { words } });
    expect(
      (await requests(emulators, "BankTransfers")).filter(({ method }) => method === "PUT"),
    ).toEqual([]);
  });
});

describe("refusals", () => {
  it("that ask for hours of waiting are the day's, whatever they call themselves", async () => {
    const headers = { "x-rate-limit-problem": "Daily", "retry-after": "30000" };
    answering({ method: "GET", path: /Accounts$/ }, { status: 429, body: "", headers });
    expect(await failure(org.ledger.accounts(org.store))).toMatchObject({
      failure: "rate_limited",
      detail: { code: "day", sentence: expect.stringContaining("today") },
    });
  });

  it("by a gateway's page leave the connection as it is", async () => {
    answering(
      { method: "GET", path: /Accounts$/ },
      { status: 403, body: "<html>Forbidden</html>" },
    );
    expect(await failure(org.ledger.accounts(org.store))).toMatchObject({
      failure: "unavailable",
    });
  });
});
