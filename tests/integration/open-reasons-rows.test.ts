import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

const match = (id: number) => ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
const detailOf = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
const reasonOf = async (id: number) => {
  await match(id);
  const [reason] = (await detailOf(id)).reasons;
  const { deposits } = await ok("GET", "/qb/deposit-status/", books.token);
  expect(deposits.find((each: { id: number }) => each.id === id).reason).toEqual(reason);
  return reason;
};

describe("why a line is open", () => {
  test("two digits are swapped", async () => {
    const { id } = await books.deposit([{ gross: 3645_96, customer: "Driftwood Coffee" }]);
    const { providerId } = await books.payment({ amount: 3465_96, customer: "Driftwood Coffee" });
    expect(await reasonOf(id)).toMatchObject({
      code: "amount_differs",
      text: `Driftwood Coffee: 3,645.96 in Stripe, 3,465.96 in QuickBooks. Correct Payment ${providerId} in QuickBooks.`,
      quickbooks_url: expect.stringContaining(`txnId=${providerId}`),
    });
  });

  test("a charge has no name, and two payments fit; once one is chosen, it is not asked again", async () => {
    const { id, lines } = await books.deposit([
      { gross: 64_50 },
      { gross: 20_00, customer: "Ida Fox" },
    ]);
    const [renee] = [
      await books.payment({ amount: 64_50, customer: "Renée Stavros" }),
      await books.payment({ amount: 64_50, customer: "S. Rosenthal" }),
    ];
    expect(await reasonOf(id)).toMatchObject({
      code: "ambiguous",
      text: expect.stringMatching(
        /^Who paid 64\.50 on Mar 5: (Renée Stavros or S\. Rosenthal|S\. Rosenthal or Renée Stavros)\?$/,
      ),
      line_id: lines[0]?.id,
    });
    await ok("POST", "/qb/match-line/", books.token, {
      ...{ deposit_id: id, line_id: lines[0]?.id },
      payment_ids: [renee.providerId],
    });
    const { reasons } = await detailOf(id);
    expect(reasons).toMatchObject([
      { code: "missing", text: "Ida Fox, 20.00, isn't in QuickBooks.", line_id: lines[1]?.id },
    ]);
  });

  test("a payment is smaller", async () => {
    const { id } = await books.deposit([{ gross: 500_00, customer: "Cedar Point Marina" }]);
    await books.payment({ amount: 300_00, customer: "Cedar Point Marina" });
    expect(await reasonOf(id)).toMatchObject({
      code: "partly_paid",
      text: "Cedar Point Marina: 500.00 in Stripe, only 300.00 in QuickBooks.",
    });
  });

  test("nothing is in the books, until an invoice fits, until it is paid otherwise", async () => {
    const { id } = await books.deposit([
      { gross: 219_72, customer: "Olivia Eastwick", description: "Order #10260" },
    ]);
    await books.payment({ amount: 12_00, customer: "Someone Else" });
    const missing = { code: "missing", text: "Order #10260, 219.72, isn't in QuickBooks." };
    expect(await reasonOf(id)).toMatchObject({ ...missing, action: "create_receipt" });
    const { id: invoiceId } = await books.invoice({
      ...{ number: "INV-1042", total: 219_72, customer: "Olivia Eastwick", customerId: "7" },
    });
    expect(await reasonOf(id)).toMatchObject({
      code: "invoice_open",
      text: "Invoice INV-1042 of Olivia Eastwick, 219.72, is still open in QuickBooks.",
      action: "receive_payment",
    });
    await adminDb().ledgerInvoice.updateMany({ where: { id: invoiceId }, data: { state: "paid" } });
    expect(await reasonOf(id)).toMatchObject(missing);
  });

  test("a postponed line says until when", async () => {
    const { id, lines } = await books.deposit([{ gross: 64_50, customer: "Ida Fox" }]);
    await match(id);
    await ok("POST", "/qb/wait-for-line/", books.token, {
      ...{ deposit_id: id, line_id: lines[0]?.id, until: "2099-01-04" },
    });
    expect((await detailOf(id)).reasons).toMatchObject([
      {
        code: "waiting",
        text: "64.50 from Ida Fox is postponed until Jan 4, 2099.",
        action: null,
      },
    ]);
    const { companyId } = books;
    await adminDb().companySettings.upsert({
      where: { companyId },
      create: { companyId, dateFormat: "dmy" },
      update: { dateFormat: "dmy" },
    });
    expect((await detailOf(id)).reasons[0].text).toMatch(/is postponed until 4 Jan 2099\.$/);
  });
});

test("findings are written once, and only where they differ", async () => {
  const { id } = await books.deposit([{ gross: 219_72, customer: "Olivia Eastwick" }]);
  const versionOf = async () => {
    const rows = await adminDb().$queryRaw<{ at: string }[]>`
      SELECT concat_ws(' ', xmin, ctid) AS at FROM deposits WHERE id = ${id}`;
    return rows[0]?.at;
  };
  const before = await versionOf();
  await match(id);
  const found = await versionOf();
  expect(found).not.toBe(before);
  await match(id);
  expect(await versionOf()).toBe(found);
});

test("another company sees neither the reasons nor the payments that they name", async () => {
  const { id } = await books.deposit([{ gross: 64_50 }]);
  await books.payment({ amount: 64_50, customer: "Renée Stavros" });
  const other = await MatchingBooks.create();
  const own = await other.deposit([{ gross: 64_50 }]);
  await match(id);
  await ok("POST", "/qb/auto-match/", other.token, { deposit_id: own.id });
  const { status } = await call("GET", `/qb/deposit/?deposit_id=${id}`, {
    token: other.token,
  });
  expect(status).toBe(404);
  const theirs = await ok("GET", `/qb/deposit/?deposit_id=${own.id}`, other.token);
  expect(JSON.stringify(theirs)).not.toContain("Stavros");
  expect(theirs.reasons).toMatchObject([{ code: "missing" }]);
});
