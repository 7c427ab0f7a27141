import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { type Answer, call, ok } from "../support/client";
import { often } from "../support/exhaustive";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await books.chooseReceipts();
});

const PERIOD = { from: "2026-03-01", to: "2026-03-31", source: "stripe" };

const preview = (selection: object) => ok("POST", "/qb/preview-receipts/", books.token, selection);
const apply = (selection: object, token: string): Promise<Answer> =>
  call("POST", "/qb/plan-receipts/", { token: books.token, body: { token, selection } });
const planned = () =>
  adminDb().ledgerPayment.findMany({
    where: { companyId: books.companyId, state: "planned" },
    orderBy: { id: "asc" },
  });

describe("a preview", () => {
  test("counts and sums what is missing, names the customers, and stores nothing", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker", chargeId: "ch_ann" },
      { gross: 219_72, customer: "Olivia Eastwick", email: "olivia@example.com" },
      { gross: 50_00, customer: "B. Harbor", email: "pay@blueharbor.com" },
      // Of a sale that the books know; the sale of the other one isn't.
      { gross: -45_00, kind: "refund", customer: "Ann Baker", chargeId: "ch_ann" },
      { gross: -6_00, kind: "refund", customer: "Cora Dunn", chargeId: "ch_cora" },
    ]);
    await books.payment({ amount: 100_00, customer: "Ann Baker" });
    await books.payment({ amount: 7_77, customer: "Blue Harbor, Inc.", customerId: "7" });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    const before = await adminDb().auditEvent.count({ where: { companyId: books.companyId } });
    const found = await preview({ deposit_id: deposit.id });
    expect(found).toMatchObject({
      ...{ count: 3, obstacle: "" },
      left_out: [{ amount: "-6.00", reason: "Choose an account, or decide it on its deposit." }],
    });
    expect(found.sums).toEqual([
      { kind: "SalesReceipt", currency: "USD", count: 2, amount: "269.72" },
      { kind: "RefundReceipt", currency: "USD", count: 1, amount: "45.00" },
    ]);
    const [olivia, harbor, refund] = found.rows.map(
      ({ receipt }: { receipt: Record<string, unknown> }) => receipt,
    );
    expect(olivia).toMatchObject({
      customer: { Id: null, name: "Olivia Eastwick", email: "olivia@example.com", is_new: true },
      item: { Id: "31", Name: "Online sales" },
      ...{ date: "2026-03-05", amount: "219.72", currency: "USD" },
    });
    expect(harbor.customer).toMatchObject({
      ...{ Id: "7", name: "Blue Harbor, Inc.", is_new: false },
      reason: "Paid from an address at blueharbor",
    });
    expect(refund).toMatchObject({
      ...{ kind: "RefundReceipt", amount: "45.00" },
      item: { Id: "32", Name: "Refunds" },
    });
    expect(await planned()).toEqual([]);
    expect(await adminDb().auditEvent.count({ where: { companyId: books.companyId } })).toBe(
      before,
    );
    // Asked again, it is the same.
    expect(await preview({ deposit_id: deposit.id })).toEqual(found);
    expect((await preview(PERIOD)).rows).toEqual(found.rows);
    expect((await preview({ ...PERIOD, to: "2026-03-04" })).rows).toEqual([]);
    expect((await preview({ ...PERIOD, source: "authorize" })).rows).toEqual([]);
  });

  test("leaves to a person what a payment or an invoice may explain, and what was postponed", async () => {
    const deposit = await books.deposit([
      { gross: 3645_96, customer: "Zora Quill" },
      { gross: 500_00, customer: "Blue Harbor" },
      { gross: 80_00, customer: "Ann Baker", reference: "INV-2077" },
      { gross: 60_00, customer: "Put Aside" },
    ]);
    await books.payment({ amount: 3465_96, customer: "Zora Quill" });
    await books.invoice({
      ...{ number: "1042", total: 900_00, customer: "Blue Harbor", customerId: "7" },
    });
    await books.invoice({
      ...{ number: "INV-2077", total: 80_00, customer: "A. Baker", customerId: "8" },
    });
    await ok("POST", "/qb/wait-for-line/", books.token, {
      ...{ deposit_id: deposit.id, line_id: deposit.lines[3]?.id, until: "2099-01-01" },
      note: "Asked",
    });
    const { rows, left_out } = await preview(PERIOD);
    expect(rows).toEqual([]);
    expect(left_out.map(({ reason }: { reason: string }) => reason)).toEqual([
      "A payment in QuickBooks comes close. Look at it first.",
      "Invoice 1042 of Blue Harbor is open: receive the payment instead.",
      "Invoice INV-2077 of A. Baker is open: receive the payment instead.",
      "Postponed: Asked",
    ]);
    const [{ token }] = [await preview(PERIOD)];
    expect((await apply(PERIOD, token)).body.message).toBe("Nothing is missing here.");
  });

  test("says what has to be chosen first", async () => {
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "stripe" },
      data: { settings: {} },
    });
    await books.deposit([{ gross: 10_00 }]);
    const { token, obstacle } = await preview(PERIOD);
    expect(obstacle).toBe("Choose a product or service for receipts from Stripe first.");
    const { status, body } = await apply(PERIOD, token);
    expect([status, body.message]).toEqual([422, obstacle]);
    expect(await planned()).toEqual([]);
  });

  test("needs a payout or a whole period", async () => {
    const { source: _, ...half } = PERIOD;
    for (const body of [{}, half]) {
      const answer = await call("POST", "/qb/preview-receipts/", { token: books.token, body });
      expect([answer.status, answer.body.message]).toEqual([
        422,
        "Choose a payout, or a period and a payment processor.",
      ]);
    }
  });

  test("of another company's deposit is 404, and its own period is empty", async () => {
    const strangers = await MatchingBooks.create();
    const theirs = await strangers.deposit([{ gross: 10_00 }]);
    for (const path of ["/qb/preview-receipts/", "/qb/plan-receipts/"]) {
      const selection = { deposit_id: theirs.id };
      const body = path.includes("plan") ? { token: "0".repeat(64), selection } : selection;
      expect((await call("POST", path, { token: books.token, body })).status, path).toBe(404);
    }
    expect((await preview(PERIOD)).rows).toEqual([]);
  });
});

describe("planning a preview", () => {
  test("plans exactly its receipts, and the deposits go their way", async () => {
    const first = await books.deposit([{ gross: 10_00, fee: 59, customer: "Ann Baker" }]);
    const second = await books.deposit([
      { gross: 20_00, customer: "Cora Dunn" },
      { gross: 30_00, customer: "Ann Baker" },
    ]);
    const { token } = await preview(PERIOD);
    const { status, body } = await apply(PERIOD, token);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({ message: "3 receipts planned", planned: 3, matched: 2, open: 0 });
    expect((await planned()).map(({ amount, customerName }) => [amount, customerName])).toEqual([
      [10_00n, "Ann Baker"],
      [20_00n, "Cora Dunn"],
      [30_00n, "Ann Baker"],
    ]);
    for (const { id } of [first, second]) expect(await books.statusOf(id)).toBe("matched");
    const again = await apply(PERIOD, token);
    expect([again.status, again.body.message]).toEqual([
      409,
      "Something has changed since the preview. Check it again.",
    ]);
    expect(await planned()).toHaveLength(3);
  });

  test("is refused when anything it would create has changed since", async () => {
    const deposit = await books.deposit([{ gross: 10_00, customer: "Ann Baker" }]);
    const { token } = await preview(PERIOD);
    const changes: [string, () => Promise<unknown>][] = [
      ["another line", () => books.deposit([{ gross: 5_00, customer: "Cora Dunn" }])],
      [
        "another customer",
        () => books.payment({ amount: 1_00, customer: "Ann Baker", customerId: "9" }),
      ],
      ["its payment", () => books.payment({ amount: 10_00, customer: "Ann Baker" })],
    ];
    for (const [what, change] of changes) {
      await change();
      expect((await apply(PERIOD, token)).status, what).toBe(409);
    }
    const other = await preview({ deposit_id: deposit.id });
    expect((await apply(PERIOD, other.token)).status).toBe(409);
    expect(await planned()).toEqual([]);
  });

  test("twice at the same moment plans once", async () => {
    await books.deposit([{ gross: 10_00, customer: "Ann Baker" }]);
    const { token } = await preview(PERIOD);
    const answers = await Promise.all([apply(PERIOD, token), apply(PERIOD, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await planned()).toHaveLength(1);
  });

  test("many lines at once", async () => {
    const payouts = often(3, 50);
    for (let at = 0; at < payouts; at += 1) {
      await books.deposit(
        Array.from({ length: 20 }, (_, index) => ({
          gross: 1_000 + at * 20 + index,
          fee: 30,
          customer: `Customer ${at} ${index}`,
        })),
      );
    }
    const { token, count, sums } = await preview(PERIOD);
    const lines = payouts * 20;
    expect(count).toBe(lines);
    // 10.00, 10.01, 10.02 and so on.
    const amount = ((1_000 * lines + (lines * (lines - 1)) / 2) / 100).toFixed(2);
    expect(sums).toEqual([{ kind: "SalesReceipt", currency: "USD", count: lines, amount }]);
    const { body } = await apply(PERIOD, token);
    expect(body).toEqual({
      ...{ message: `${lines} receipts planned`, planned: lines, matched: payouts, open: 0 },
    });
    expect(await planned()).toHaveLength(lines);
    const audit = await adminDb().auditEvent.findFirst({
      where: { companyId: books.companyId, action: "deposit.payment_planned" },
    });
    expect(audit?.data).toMatchObject({ message: "20 receipts" });
  });
});
