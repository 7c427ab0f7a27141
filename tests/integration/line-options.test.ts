import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await books.chooseReceipts();
});

type Seeded = Awaited<ReturnType<MatchingBooks["deposit"]>>;

const optionsOf = ({ id, lines }: Seeded, at = 0) =>
  ok("GET", `/qb/line-options/?deposit_id=${id}&line_id=${lines[at]?.id}`, books.token);
const texts = (evidence: { text: string }[]) => evidence.map(({ text }) => text);

describe("candidates", () => {
  test("are the payments that come close, with what speaks for and against each", async () => {
    const deposit = await books.deposit([{ gross: 3645_96, customer: "Zora Quill" }]);
    const near = await books.payment({ amount: 3465_96, customer: "Zora Quill" });
    await books.payment({ amount: 12_00, customer: "Someone Else" });
    const { candidates } = await optionsOf(deposit);
    expect(candidates).toHaveLength(1);
    const [{ payments, probability, evidence }] = candidates;
    expect(payments).toEqual([
      expect.objectContaining({ Id: near.providerId, TotalAmt: "3465.96", planned: false }),
    ]);
    expect(probability).toBeGreaterThan(0.2);
    expect(texts(evidence)).toContain(
      "Digits swapped? 3,645.96 in the payout, 3,465.96 in the books",
    );
  });

  test("two equal ones are both offered, and neither twice", async () => {
    const deposit = await books.deposit([{ gross: 88_00 }]);
    const twins = [
      await books.payment({ amount: 88_00, customer: "Ada Lovelace" }),
      await books.payment({ amount: 88_00, customer: "Grace Hopper" }),
    ];
    const { candidates } = await optionsOf(deposit);
    const ids = candidates.map(({ payments }: { payments: { Id: string }[] }) => payments[0]?.Id);
    expect(ids.sort()).toEqual(twins.map(({ providerId }) => providerId).sort());
    await ok("POST", "/qb/auto-match-all/", books.token);
    expect((await optionsOf(deposit)).candidates).toHaveLength(2);
  });

  test("one that is suggested for another line says so, one that is matched is none", async () => {
    const deposit = await books.deposit([{ gross: 88_00, customer: "Ada Lovelace" }]);
    const { payments } = await books.suggestion([
      { line: { gross: 88_00 }, payment: { amount: 88_00, customer: "Ada Lovelace" } },
    ]);
    const [candidate] = (await optionsOf(deposit)).candidates;
    expect(candidate.payments[0].Id).toBe(payments[0]?.providerId);
    expect(candidate.against).toContain("Suggested for another line");
    await adminDb().match.updateMany({
      where: { companyId: books.companyId },
      data: { state: "accepted", decidedAt: new Date() },
    });
    expect((await optionsOf(deposit)).candidates).toEqual([]);
  });
});

describe("open invoices", () => {
  test("the engine's proposal comes first, with its probability and what is applied", async () => {
    const deposit = await books.deposit([
      { gross: 500_00, customer: "Blue Harbor", reference: "INV-1042" },
      { gross: 80_00, customer: "Ann Baker" },
    ]);
    await books.invoice({
      ...{ number: "INV-1042", total: 500_00, customer: "Blue Harbor", customerId: "7" },
    });
    await books.invoice({
      ...{ number: "INV-1050", total: 900_00, customer: "Blue Harbor", customerId: "7" },
    });
    const { invoices, receipt } = await optionsOf(deposit);
    expect(receipt.customer).toMatchObject({ Id: "7", reason: "Same name in QuickBooks" });
    const [first, second] = invoices;
    expect(first.invoices).toEqual([
      expect.objectContaining({ Id: "inv-INV-1042", amount: "500.00", balance: "500.00" }),
    ]);
    expect(first.probability).toBeGreaterThan(0.5);
    expect(first.credit).toBe("0.00");
    expect(second).toMatchObject({ probability: null, credit: "0.00" });
    expect(texts(second.evidence)).toEqual([
      "Same customer: Blue Harbor",
      "Part payment of 900.00 USD",
    ]);
    // A charge that is smaller than the customer's invoice, and none for a stranger's.
    expect((await optionsOf(deposit, 1)).invoices).toEqual([]);
  });

  test("a smaller one leaves a credit, and another currency's is none", async () => {
    const deposit = await books.deposit([{ gross: 500_00, customer: "Blue Harbor" }]);
    const of = { customer: "Blue Harbor", customerId: "7" };
    await books.invoice({ number: "1", total: 380_00, ...of });
    await books.invoice({ number: "2", total: 500_00, currency: "EUR", ...of });
    const { invoices } = await optionsOf(deposit);
    expect(invoices).toHaveLength(1);
    expect(invoices[0]).toMatchObject({ credit: "120.00" });
    expect(texts(invoices[0].evidence)).toContain("More than the open balance of 380.00 USD");
  });
});

describe("the receipt", () => {
  test("is filled in from the line and the company's defaults", async () => {
    const deposit = await books.deposit([
      {
        ...{ gross: 219_72, customer: "Olivia Eastwick", email: "olivia@example.com" },
        reference: "txn_1 ch_9 order-10260",
      },
    ]);
    await adminDb().depositLine.updateMany({
      where: { depositId: deposit.id },
      data: { providerId: "txn_1", description: "Order #10260" },
    });
    expect(await optionsOf(deposit)).toEqual({
      ...{ candidates: [], invoices: [], booking: "charge", wait: null, no_receipt: "" },
      // Nothing was searched yet.
      offer: { first: "look", book_to: null },
      receipt: {
        kind: "SalesReceipt",
        customer: {
          ...{ Id: null, name: "Olivia Eastwick", email: "olivia@example.com", is_new: true },
          reason: "New customer in QuickBooks",
        },
        item: { Id: "31", Name: "Online sales" },
        ...{ tax_code: null, class: null, date: "2026-03-05", amount: "219.72", currency: "USD" },
        ...{ memo: "Order #10260", reference: "ch_9" },
      },
    });
  });

  test("finds who was matched under this address before", async () => {
    const payer = { customer: "D. Cole", email: "dana@gmail.com" };
    const earlier = await books.deposit([{ gross: 50_00, ...payer }]);
    const payment = await books.payment({
      ...{ amount: 50_00, customer: "Cole Carpentry", customerId: "12" },
    });
    await ok("POST", "/qb/match-line/", books.token, {
      ...{ deposit_id: earlier.id, line_id: earlier.lines[0]?.id },
      payment_ids: [payment.providerId],
    });
    const deposit = await books.deposit([{ gross: 70_00, ...payer }]);
    expect((await optionsOf(deposit)).receipt.customer).toMatchObject({
      ...{ Id: "12", name: "Cole Carpentry", reason: "Matched with this customer before" },
    });
  });

  test("is a refund receipt for a refund, beside an account; a fee has an account only", async () => {
    const deposit = await books.deposit([
      { gross: 50_00 },
      { gross: -45_00, kind: "refund" },
      { gross: -1_00, kind: "refund" },
    ]);
    await adminDb().depositLine.updateMany({
      where: { depositId: deposit.id, gross: -1_00n },
      data: { kind: "fee" },
    });
    expect(await optionsOf(deposit, 1)).toMatchObject({
      receipt: { kind: "RefundReceipt", amount: "45.00", customer: null },
      booking: "refund",
    });
    expect(await optionsOf(deposit, 2)).toMatchObject({ receipt: null, booking: "bill" });
  });
});

test("nothing is offered for a line that is decided, and a line that waits says so", async () => {
  const deposit = await books.deposit([{ gross: 50_00 }, { gross: 60_00 }]);
  const line = { deposit_id: deposit.id, line_id: deposit.lines[0]?.id };
  await ok("POST", "/qb/wait-for-line/", books.token, { ...line, until: "2099-01-01" });
  expect((await optionsOf(deposit)).wait).toEqual({ until: "2099-01-01", note: "" });
  await ok("POST", "/qb/plan-receipt/", books.token, {
    ...{ deposit_id: deposit.id, line_ids: [line.line_id] },
    receipt: { customer: null, item_id: "31", date: "2026-03-05" },
  });
  expect(await optionsOf(deposit)).toEqual({
    ...{ candidates: [], invoices: [], receipt: null, booking: null, wait: null, offer: null },
    no_receipt: "",
  });
});

describe("matching one line with a payment", () => {
  const matchLine = ({ id, lines }: Seeded, payment_ids: string[], change: object = {}) =>
    call("POST", "/qb/match-line/", {
      token: books.token,
      body: { deposit_id: id, line_id: lines[0]?.id, payment_ids, ...change },
    });

  test("leaves the other lines to their way", async () => {
    const deposit = await books.deposit([
      { gross: 88_00, customer: "Ada Lovelace" },
      { gross: 10_00, customer: "Ann Baker" },
    ]);
    const chosen = await books.payment({ amount: 88_00, customer: "Grace Hopper" });
    const sure = await books.payment({ amount: 10_00, customer: "Ann Baker" });
    const { body } = await matchLine(deposit, [chosen.providerId]);
    expect(body).toEqual({ message: "Line matched", status: "matched" });
    expect(await books.matchedWith(deposit.id)).toEqual(
      [chosen.providerId, sure.providerId].sort(),
    );
  });

  test("takes the payment from a suggestion elsewhere, and can be taken back", async () => {
    const { deposit: other, payments } = await books.suggestion([
      { line: { gross: 88_00 }, payment: { amount: 88_00 } },
    ]);
    const deposit = await books.deposit([{ gross: 88_00 }, { gross: 5_00 }]);
    const [payment] = payments;
    expect((await matchLine(deposit, [payment?.providerId ?? ""])).status).toBe(200);
    expect(await books.statusOf(other.id)).toBe("pending");
    const { body } = await call("POST", "/qb/cancel-planned/", {
      token: books.token,
      body: { deposit_id: deposit.id, payment_id: payment?.providerId },
    });
    expect(body).toEqual({ message: "Choice removed", status: "pending" });
    const row = await adminDb().ledgerPayment.findFirst({ where: { id: payment?.id ?? 0 } });
    expect(row?.state).toBe("open");
    expect(await books.matchedWith(deposit.id)).toEqual([]);
  });

  test("a payment that was entered after fees fits; another amount needs an account", async () => {
    const deposit = await books.deposit([{ gross: 88_00, fee: 2_85 }]);
    const net = await books.payment({ amount: 85_15 });
    expect((await matchLine(deposit, [net.providerId])).body.status).toBe("matched");
    const second = await books.deposit([{ gross: 88_00, fee: 2_85 }]);
    const less = await books.payment({ amount: 68_00 });
    const { status, body } = await matchLine(second, [less.providerId]);
    expect([status, body.message]).toEqual([
      422,
      "This line and its payments differ by 20.00 USD. Choose other payments, or an account for the difference.",
    ]);
  });

  test("counts as QuickBooks has the payment now, also in books that this process knows", async () => {
    const deposit = await books.deposit([
      { gross: 88_00, customer: "Ada Lovelace" },
      { gross: 10_00, customer: "Ann Baker" },
    ]);
    const chosen = await books.payment({ amount: 88_00 });
    expect((await matchLine(deposit, [chosen.providerId])).body.status).toBe("pending");
    const change = (amount: bigint) =>
      adminDb().ledgerPayment.update({
        where: { companyId_id: { companyId: books.companyId, id: chosen.id } },
        data: { amount },
      });
    await change(77_00n);
    await books.payment({ amount: 10_00, customer: "Ann Baker" });
    await ok("POST", "/qb/auto-match-all/", books.token);
    expect(await books.statusOf(deposit.id)).toBe("pending");
    await change(88_00n);
    await ok("POST", "/qb/auto-match-all/", books.token);
    expect(await books.statusOf(deposit.id)).toBe("matched");
  });

  test("is refused for a used, an unknown, a foreign payment, another currency, the wrong direction", async () => {
    const deposit = await books.deposit([{ gross: 88_00 }, { gross: 5_00 }]);
    const used = await books.deposit([{ gross: 40_00 }]);
    const payment = await books.payment({ amount: 40_00 });
    await matchLine(used, [payment.providerId]);
    const foreign = await (await MatchingBooks.create()).payment({ amount: 88_00 });
    const euro = await books.payment({ amount: 88_00, currency: "EUR" });
    const out = await books.payment({ amount: -88_00 });
    const refusals: [string, number, string][] = [
      [payment.providerId, 409, "already matched or no longer open"],
      ["nothing", 404, "no longer exists"],
      [foreign.providerId, 404, "no longer exists"],
      [euro.providerId, 422, "in another currency"],
      [out.providerId, 422, "Choose a payment or sales receipt"],
    ];
    for (const [id, expected, words] of refusals) {
      const { status, body } = await matchLine(deposit, [id]);
      expect(status, words).toBe(expected);
      expect(body.message).toContain(words);
    }
  });
});
