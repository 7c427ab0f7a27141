import { describe, expect, it } from "vitest";
import { ProviderError } from "@/server/providers/errors";
import { toCustomer } from "@/server/providers/quickbooks/customers";
import { readFault, toProviderError } from "@/server/providers/quickbooks/faults";
import { toDeposit, toPayment } from "@/server/providers/quickbooks/mapper";
import { customer, deposit, transaction } from "@/server/providers/quickbooks/schemas";

const books = {
  homeCurrency: "USD",
  undeposited: new Set(["4"]),
  customers: new Map([
    ["20", { id: "20", names: ["Red Rock Diner"], emails: ["pay@redrock.example"] }],
  ]),
  methods: new Map([["2", "Check"]]),
  holders: new Map(),
};

/** A payment in wire format, with a bare customer reference. */
function payment(fields: object = {}) {
  const wire = {
    Id: "163",
    SyncToken: "0",
    domain: "QBO",
    TxnDate: "2015-01-16",
    TotalAmt: 65.0,
    UnappliedAmt: 0,
    DepositToAccountRef: { value: "4" },
    CustomerRef: { value: "20" },
    ...fields,
  };
  return toPayment("Payment", transaction.parse(wire), books);
}

describe("a payment", () => {
  it("gets name and email from the customer when its reference has none", () => {
    expect(payment()).toMatchObject({
      date: "2015-01-16",
      amount: 6500,
      currency: "USD",
      customerName: "Red Rock Diner",
      customerEmail: "pay@redrock.example",
      customerId: "20",
      customer: { id: "20", names: ["Red Rock Diner"], emails: ["pay@redrock.example"] },
      open: true,
      depositedOn: null,
    });
  });

  it("names its way of payment, also where the reference is bare", () => {
    expect(payment().paymentMethod).toBe("");
    expect(payment({ PaymentMethodRef: { value: "2" } }).paymentMethod).toBe("Check");
    expect(payment({ PaymentMethodRef: { value: "9" } }).paymentMethod).toBe("");
    const named = { PaymentMethodRef: { value: "9", name: "Gift card" } };
    expect(payment(named).paymentMethod).toBe("Gift card");
  });

  it("is in Undeposited Funds without a reference, but not with another account's", () => {
    expect(payment({ DepositToAccountRef: undefined }).open).toBe(true);
    expect(payment({ DepositToAccountRef: { value: "35" } }).open).toBe(false);
  });

  it("is closed once it is on a deposit, although it still references Undeposited Funds", () => {
    const LinkedTxn = [
      { TxnId: "70", TxnType: "Invoice" },
      { TxnId: "148", TxnType: "Deposit" },
    ];
    expect(payment({ LinkedTxn })).toMatchObject({ open: false, depositedOn: "148" });
  });

  it("is closed when voided", () => {
    expect(payment({ TotalAmt: 0, PrivateNote: "Voided" }).open).toBe(false);
  });

  it("carries its own numbers and those of the invoices it pays", () => {
    const pair = (Name: string, Value: string) => ({ name: "NameValue", value: { Name, Value } });
    const Line = [
      { Amount: 55, LineEx: { any: [pair("txnId", "70"), pair("txnReferenceNumber", "1024")] } },
      { Amount: 10, LineEx: "a dump of another kind" },
    ];
    expect(payment({ Line, PaymentRefNum: "ch_1" }).referenceNumber).toBe("ch_1 1024");
  });

  it("has exactly its currency's digits", () => {
    expect(payment({ TotalAmt: 500, CurrencyRef: { value: "JPY" } }).amount).toBe(500);
    expect(payment({ TotalAmt: 1.234, CurrencyRef: { value: "KWD" } }).amount).toBe(1234);
    expect(() => payment({ TotalAmt: 10.005 })).toThrow(ProviderError);
  });

  it("is refused when money, account or date are unreadable", () => {
    for (const fields of [
      { TotalAmt: null },
      { CurrencyRef: { value: "dollars" } },
      { DepositToAccountRef: "35" },
      { TxnDate: "2015-02-30" },
    ]) {
      expect(() => payment(fields), JSON.stringify(fields)).toThrow();
    }
  });
});

describe("a customer", () => {
  const known = (fields: object) => toCustomer(customer.parse({ Id: "58", ...fields }));

  it("is known by all of its names, addresses and numbers, each once", () => {
    expect(
      known({
        DisplayName: "Freeman Sporting Goods",
        CompanyName: "Freeman Sporting Goods, Inc.",
        GivenName: "Kirby",
        FamilyName: "Freeman",
        PrintOnCheckName: "Freeman Sporting Goods",
        FullyQualifiedName: "Freeman Sporting Goods",
        PrimaryEmailAddr: { Address: "sports@freeman.example, kirby@freeman.example" },
        PrimaryPhone: { FreeFormNumber: "(650) 555-0987" },
        Mobile: { FreeFormNumber: "(973) 555-8849" },
      }),
    ).toEqual({
      id: "58",
      names: ["Freeman Sporting Goods", "Freeman Sporting Goods, Inc.", "Kirby Freeman"],
      emails: ["sports@freeman.example", "kirby@freeman.example"],
      phones: ["(650) 555-0987", "(973) 555-8849"],
    });
  });

  it("belongs to the customer at the top", () => {
    const ParentRef = { value: "9" };
    const FullyQualifiedName = "Freeman Sporting Goods:55 Twin Lane:Roof";
    expect(known({ FullyQualifiedName, ParentRef }).parent).toBe("Freeman Sporting Goods");
    expect(known({ ParentRef: { value: "9", name: "Freeman" } }).parent).toBe("Freeman");
  });

  it("keeps what is readable", () => {
    const odd = { DisplayName: "Ann Lee", PrimaryPhone: "none", Mobile: {}, GivenName: 7 };
    expect(known(odd)).toEqual({ id: "58", names: ["Ann Lee"] });
    expect(known({})).toEqual({ id: "58" });
  });
});

describe("a deposit", () => {
  it("is read by its total, not by its lines without cents", () => {
    const wire = deposit.parse({
      Id: "148",
      SyncToken: "0",
      TxnDate: "2014-12-22-08:00",
      TotalAmt: 1675.52,
      Line: [{ Amount: 1675, LinkedTxn: [{ TxnLineId: "0", TxnId: "120", TxnType: "Payment" }] }],
    });
    expect(toDeposit(wire, "USD")).toEqual({
      id: "148",
      date: "2014-12-22",
      total: 167552,
      currency: "USD",
      note: "",
      bankId: "",
      bankName: "",
      payments: [{ kind: "Payment", providerId: "120" }],
      entries: [],
    });
  });

  it("has everything else on its account, what was kept in cash too", () => {
    const wire = deposit.parse({
      Id: "148",
      SyncToken: "0",
      TxnDate: "2014-12-22",
      TotalAmt: 80,
      DepositToAccountRef: { value: "35", name: "Checking" },
      CashBack: { AccountRef: { value: "40", name: "Petty Cash" }, Amount: 20, Memo: "Till" },
      Line: [
        {
          Amount: 100,
          Description: "Berth",
          DetailType: "DepositLineDetail",
          DepositLineDetail: {
            AccountRef: { value: "87" },
            Entity: { value: "58", name: "Ida Fox", type: "CUSTOMER" },
            ClassRef: { value: "1", name: "Retail" },
          },
        },
      ],
    });
    const { bankName, entries } = toDeposit(wire, "USD");
    expect(bankName).toBe("Checking");
    expect(entries).toEqual([
      {
        amount: 10_000,
        accountId: "87",
        accountName: "87",
        customerName: "Ida Fox",
        className: "Retail",
        description: "Berth",
      },
      {
        ...{ amount: -2_000, accountId: "40", accountName: "Petty Cash", description: "Till" },
        ...{ customerName: "", className: "" },
      },
    ]);
  });
});

describe("a fault", () => {
  const gateway = (code: string, type: string) => ({
    warnings: null,
    fault: { error: [{ message: "message=Failed", detail: null, code, element: null }], type },
    time: 1633520295688,
  });
  const service = (code: string, type = "ValidationFault") => ({
    Fault: { Error: [{ Message: "No", Detail: "Really no", code, element: "" }], type },
    time: "2017-09-29T09:17:31.892-07:00",
  });
  const xml = (code: string, type: string) =>
    `<?xml version="1.0"?><IntuitResponse time="2017"><Fault type="${type}"><Error code="${code}">` +
    "<Message>Summary</Message><Detail>In detail</Detail></Error></Fault></IntuitResponse>";

  it("is read in each of its shapes", () => {
    const fault = { text: "No: Really no", words: "Really no", type: "VALIDATIONFAULT" };
    expect(readFault(service("6000"))).toEqual({ code: "6000", ...fault });
    expect(readFault(gateway("3200", "AUTHENTICATION"))).toMatchObject({ code: "3200" });
    expect(readFault(xml("3001", "SERVICE"))).toMatchObject({
      code: "3001",
      text: "Summary: In detail",
    });
    for (const other of [undefined, null, "", "<html>", {}, { Fault: {} }]) {
      expect(readFault(other)).toBeUndefined();
    }
  });

  it.each([
    [401, gateway("3200", "AUTHENTICATION"), "unauthorized"],
    [401, xml("100", "AuthenticationFault"), "unauthorized"],
    [403, gateway("3100", "SERVICE"), "forbidden"],
    [400, service("120", "AuthorizationFault"), "forbidden"],
    [429, xml("3001", "SERVICE"), "rate_limited"],
    [429, "", "rate_limited"],
    [400, service("610"), "not_found"],
    [400, service("5010"), "stale"],
    [400, service("6540"), "rejected"],
    [400, "<html>", "rejected"],
    [404, "<html>", "rejected"],
    [500, service("10000", "SystemFault"), "unavailable"],
    [503, "<html>", "unavailable"],
    [200, "{", "unavailable"],
  ])("of HTTP %i is classified by status, code and type (%#)", (status, data, expected) => {
    const error = toProviderError("test", { response: { status, data, headers: {} } }, []);
    expect(error.failure).toBe(expected);
  });

  it("under HTTP 200 is still a fault", () => {
    expect(toProviderError("test", service("610"), []).failure).toBe("not_found");
    expect(toProviderError("test", service("1", "SystemFault"), []).failure).toBe("unavailable");
    expect(toProviderError("test", service("1", "AuthenticationFault"), []).failure).toBe(
      "unauthorized",
    );
  });

  it("never repeats a token", () => {
    const data = service("2010");
    const [first] = data.Fault.Error;
    if (first) first.Detail = "eyJ.secret is malformed";
    const response = { status: 400, data, headers: { intuit_tid: "1-abc" } };
    const error = toProviderError("test", { response }, ["eyJ.secret"]);
    expect(error.message).toBe("test: 400 2010 No: [secret] is malformed");
    expect(error.detail.requestId).toBe("1-abc");
  });
});
