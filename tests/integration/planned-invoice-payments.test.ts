import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { type Answer, call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

const HARBOR = { customer: "Blue Harbor", customerId: "7", email: "pay@blueharbor.com" };

function receive(
  deposit: { id: number; lines: { id: number }[] },
  invoices: [number: string, amount: string][],
  change: object = {},
): Promise<Answer> {
  return call("POST", "/qb/plan-invoice-payment/", {
    token: books.token,
    body: {
      deposit_id: deposit.id,
      line_id: deposit.lines[0]?.id,
      invoices: invoices.map(([number, amount]) => ({ Id: `inv-${number}`, amount })),
      ...change,
    },
  });
}

const plannedRow = () =>
  adminDb().ledgerPayment.findFirst({
    where: { companyId: books.companyId, state: "planned" },
    include: { planned: true },
  });

async function expectRefusal(sending: Promise<Answer>, status: number, message: string) {
  const answer = await sending;
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
  expect(await plannedRow()).toBeNull();
}

const charge = (gross: number, customer = "Blue Harbor") => books.deposit([{ gross, customer }]);
const open = (number: string, total: number, change: object = {}) =>
  books.invoice({ number, total, ...HARBOR, ...change });

describe("a charge that pays open invoices", () => {
  test("one, in full", async () => {
    const deposit = await charge(500_00);
    await open("1042", 500_00);
    const { body } = await receive(deposit, [["1042", "500.00"]]);
    expect(body).toEqual({
      message:
        "Payment of 500.00 by Blue Harbor on invoice 1042 will be recorded when this deposit posts.",
      status: "matched",
    });
    expect(await plannedRow()).toMatchObject({
      ...{ kind: "Payment", amount: 500_00n, customerId: "7", customerName: "Blue Harbor" },
      ...{ customerEmail: "pay@blueharbor.com", referenceNumber: "po_1-0", note: "Stripe po_1-0" },
      planned: {
        ...{ newCustomer: false, itemId: null, credit: 0n },
        invoices: [{ invoiceId: "inv-1042", number: "1042", amount: 500_00 }],
      },
    });
    const { planned } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, books.token);
    expect(planned[0].invoices).toEqual([{ Id: "inv-1042", number: "1042", amount: "500.00" }]);
  });

  test("several of one customer, and a part of one", async () => {
    const deposit = await charge(500_00);
    await open("1", 300_00);
    await open("2", 900_00, { balance: 250_00 });
    const { body } = await receive(deposit, [
      ["1", "300.00"],
      ["2", "200.00"],
    ]);
    expect(body.message).toBe(
      "Payment of 500.00 by Blue Harbor on invoices 1, 2 will be recorded when this deposit posts.",
    );
  });

  test("another customer's is allowed, and named", async () => {
    const deposit = await charge(500_00, "Dana Cole");
    await open("1042", 500_00);
    const { body } = await receive(deposit, [["1042", "500.00"]]);
    expect(body.message).toBe(
      "Payment of 500.00 by Blue Harbor on invoice 1042 will be recorded when this deposit posts.",
    );
    const { matches } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, books.token);
    expect(matches[0].evidence.map(({ text }: { text: string }) => text)).toContain(
      "The charge names Dana Cole; invoice 1042 belongs to Blue Harbor",
    );
  });

  test("what is more becomes a credit where the user says so", async () => {
    const deposit = await charge(500_00);
    await open("1042", 380_00);
    await expectRefusal(
      receive(deposit, [["1042", "380.00"]]),
      422,
      "120.00 more than the invoices. Keep it as a credit of Blue Harbor, or choose another invoice.",
    );
    const { status } = await receive(deposit, [["1042", "380.00"]], { keep_credit: true });
    expect(status).toBe(200);
    expect((await plannedRow())?.planned).toMatchObject({ credit: 120_00n });
  });
});

describe("is refused in words", () => {
  test("for more than is left of an invoice, other plans counted", async () => {
    const first = await charge(300_00);
    const second = await charge(300_00);
    await open("1042", 900_00, { balance: 400_00 });
    await expectRefusal(
      receive(first, [["1042", "400.01"]]),
      422,
      "Invoice 1042 of Blue Harbor has only 400.00 left to pay.",
    );
    expect((await receive(first, [["1042", "300.00"]])).status).toBe(200);
    const { body } = await receive(second, [["1042", "300.00"]]);
    expect(body.message).toBe("Invoice 1042 of Blue Harbor has only 100.00 left to pay.");
  });

  test("for invoices that take more than the charge", async () => {
    await open("1042", 900_00);
    await expectRefusal(
      receive(await charge(300_00), [["1042", "310.00"]]),
      422,
      "The invoices take 10.00 more than this charge. Enter less.",
    );
  });

  test("for two customers, the same invoice twice, and no amount", async () => {
    const deposit = await charge(300_00);
    await open("1", 100_00);
    await open("2", 200_00, { customer: "Ann Baker", customerId: "8" });
    await expectRefusal(
      receive(deposit, [
        ["1", "100.00"],
        ["2", "200.00"],
      ]),
      422,
      "One payment can't pay invoices of two customers.",
    );
    await expectRefusal(
      receive(deposit, [
        ["1", "100.00"],
        ["1", "200.00"],
      ]),
      422,
      "An invoice is listed twice. Enter one amount for it.",
    );
    await expectRefusal(
      receive(deposit, [["1", "0.00"]]),
      422,
      "Enter an amount above zero for each invoice.",
    );
  });

  test("for another currency", async () => {
    await open("1042", 300_00, { currency: "EUR" });
    await expectRefusal(
      receive(await charge(300_00), [["1042", "300.00"]]),
      422,
      "Invoice 1042 of Blue Harbor is in EUR, and this charge is in USD. Choose another invoice.",
    );
  });

  test("for one that is paid, one that nobody knows, and another company's", async () => {
    const deposit = await charge(300_00);
    await open("1042", 300_00, { state: "paid", balance: 0 });
    await expectRefusal(
      receive(deposit, [["1042", "300.00"]]),
      409,
      "Invoice 1042 of Blue Harbor is no longer open in QuickBooks. Choose another invoice.",
    );
    const strangers = await MatchingBooks.create();
    await strangers.invoice({ number: "77", total: 300_00, ...HARBOR });
    await expectRefusal(
      receive(deposit, [["77", "300.00"]]),
      404,
      "This invoice isn't in QuickBooks. Sync and try again.",
    );
    const theirs = await strangers.deposit([{ gross: 300_00 }]);
    expect((await receive(theirs, [["77", "300.00"]])).status).toBe(404);
  });

  test("for a refund", async () => {
    await open("1042", 300_00);
    const deposit = await books.deposit([{ gross: -300_00, kind: "refund" }]);
    await expectRefusal(
      receive(deposit, [["1042", "300.00"]]),
      422,
      "Only a charge can be received on an invoice.",
    );
  });
});

test("two charges at the same moment can't pay one invoice twice", async () => {
  const deposits = [await charge(300_00), await charge(300_00)];
  await open("1042", 300_00);
  const answers = await Promise.all(deposits.map((each) => receive(each, [["1042", "300.00"]])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

describe("open invoices are searched", () => {
  const search = async (text: string, currency = "USD", token = books.token) => {
    const { invoices } = await ok(
      "GET",
      `/qb/open-invoices/?${text && `search=${encodeURIComponent(text)}&`}currency=${currency}`,
      token,
    );
    return invoices.map(({ number, balance }: Record<string, string>) => [number, balance]);
  };

  test("by number or customer, in the currency, with what plans leave of them", async () => {
    await open("1042", 500_00);
    await open("1043", 80_00, { customer: "Ann Baker", customerId: "8" });
    await open("1044", 80_00, { currency: "EUR" });
    await open("1045", 80_00, { state: "paid", balance: 0 });
    await receive(await charge(300_00), [["1042", "300.00"]]);
    expect(await search("harbor")).toEqual([["1042", "200.00"]]);
    expect(await search("104")).toEqual([
      ["1043", "80.00"],
      ["1042", "200.00"],
    ]);
    expect(await search("", "EUR")).toEqual([["1044", "80.00"]]);
    expect(await search("", "USD", (await MatchingBooks.create()).token)).toEqual([]);
  });
});
