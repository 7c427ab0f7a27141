import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import {
  addPayout,
  company,
  control,
  depositOf,
  inOneCompany,
  inQuickBooks,
  type Payout,
  seed,
  sync,
} from "./stripe-payouts/world";

inOneCompany();

const detailOf = async (payout: Payout) =>
  ok("GET", `/qb/deposit/?deposit_id=${(await depositOf(payout)).id}`, company.token);

type WireLine = Record<"kind" | "amount" | "fee" | "entity" | "status" | "description", string>;
const linesOf = async (payout: Payout): Promise<string[]> => {
  const { deposit } = await detailOf(payout);
  return deposit.lines
    .map(({ kind, amount, fee, entity, status }: WireLine) =>
      [kind, amount, fee, entity, status].join(" "),
    )
    .sort();
};

/** A payout, and the Stripe id of what is behind its first entry of a kind. */
async function payOut(body: object): Promise<Payout & { sourceOf: (type: string) => string }> {
  const { payout, balance_transactions: entries } = await control("/stripe/payouts", body);
  const sourceOf = (type: string) =>
    entries.find((entry: { type: string }) => entry.type === type).source;
  return { ...payout, sourceOf };
}

async function read(): Promise<void> {
  await ok("POST", "/qb/sync-payments/", company.token);
  await sync();
}

describe("a payout that failed", () => {
  test("twice is followed to its first customers, whose payments the last payout deposits", async () => {
    const first = await seed(20_000, "Vera Lund");
    await control("/stripe/payouts/change", { id: first.id, status: "failed" });
    const second = await seed(8_000, "Nils Aho", { again: first.id });
    await control("/stripe/payouts/change", { id: second.id, status: "canceled" });
    const third = await seed(5_000, "Mia Roos", { again: second.id });
    await read();
    expect(await linesOf(third)).toEqual([
      "charge 200.00 6.10 Vera Lund posted",
      "charge 50.00 1.75 Mia Roos posted",
      "charge 80.00 2.62 Nils Aho posted",
    ]);
    expect(await inQuickBooks(third)).toMatchObject([{ total: third.amount }]);
    const { history } = await detailOf(third);
    expect(history.at(-1).text).toBe(
      `Imported from the processor (3 lines), with the money of payouts ${first.id} and ${second.id}, which came back`,
    );
  });

  test("is told apart from what an earlier version stored: its own lines replace the one line, once", async () => {
    const first = await seed(21_000, "Ida Moe");
    await control("/stripe/payouts/change", { id: first.id, status: "failed" });
    const again = await addPayout({
      charges: [{ amount: 9_900, name: "Kai Holm" }],
      again: first.id,
    });
    await sync();
    const { id } = await depositOf(again);
    const [line] = await adminDb().$queryRaw<{ id: number }[]>`
      UPDATE deposit_lines SET provider_id = 'txn_of_the_return', provider_kind = 'payout_reversal',
        customer_name = '', gross = net, fee = 0
      WHERE deposit_id = ${id} AND customer_name = 'Ida Moe' RETURNING id`;
    expect(line).toBeDefined();
    await sync();
    expect(await linesOf(again)).toEqual([
      "charge 210.00 6.39 Ida Moe pending",
      "charge 99.00 3.17 Kai Holm pending",
    ]);
    const { history } = await detailOf(again);
    const replaced = history.filter(({ action }: { action: string }) =>
      action.endsWith("replaced"),
    );
    expect(replaced).toMatchObject([
      { text: expect.stringContaining(`payout ${first.id}, which`) },
    ]);
    const before = (await detailOf(again)).deposit.lines;
    await sync();
    expect((await detailOf(again)).deposit.lines).toEqual(before);
  });

  test("whose transactions Stripe doesn't list stays one line that payments have to explain", async () => {
    const manual = await seed(30_000, "Per Dahl", { automatic: false });
    await control("/stripe/payouts/change", { id: manual.id, status: "failed" });
    const again = await seed(4_000, "Liv Berg", { again: manual.id });
    await read();
    expect(await linesOf(again)).toContain("charge 291.00 0.00  pending");
    const { deposit } = await detailOf(again);
    const descriptions = deposit.lines.map(({ description }: WireLine) => description);
    expect(descriptions).toContain(`Money of payout ${manual.id}, which came back`);
  });
});

describe("customers' money that goes back", () => {
  test("a returned bank debit is the refund receipt that undoes it, and its fee a fee", async () => {
    const paid = await payOut({ charges: [{ amount: 9_000, name: "Ben Ruiz" }] });
    await control("/quickbooks/payments", { amount: 9_000, customer: "Ben Ruiz" });
    await control("/quickbooks/payments", {
      ...{ type: "RefundReceipt", amount: 9_000, customer: "Ben Ruiz" },
    });
    const later = await seed(30_000, "Ola Brandt", {
      debits_returned: [{ charge: paid.sourceOf("charge"), fee: 400 }],
    });
    await read();
    expect(await linesOf(later)).toEqual([
      "charge 300.00 9.00 Ola Brandt posted",
      "refund -90.00 4.00 Ben Ruiz posted",
    ]);
    expect(await inQuickBooks(later)).toMatchObject([{ total: later.amount }]);
  });

  test("is booked as a refund, in its own words, where the books don't know it", async () => {
    const later = await seed(6_000, "Ann Fox", { charges: [{ amount: 6_000, name: "Ann Fox" }] });
    const source = await chargeIn(later);
    const back = await seed(7_000, "Tim Oak", { debits_returned: [{ charge: source }] });
    await read();
    const { bookings } = await detailOf(back);
    expect(bookings).toMatchObject([
      {
        ...{ kind: "refund", amount: "-60.00", account: "Refunds and Allowances" },
        text: "Returned payment of 60.00 by Ann Fox isn't in QuickBooks.",
      },
    ]);
  });

  test("a refund that failed is what undoes the refund", async () => {
    const refunded = await payOut({
      charges: [{ amount: 9_500, name: "Eva Nord", refunded: 4_500 }],
    });
    await control("/quickbooks/payments", { amount: 4_500, customer: "Eva Nord" });
    const later = await seed(3_300, "Jon Vik", { refunds_failed: [refunded.sourceOf("refund")] });
    await read();
    expect(await linesOf(later)).toEqual([
      "charge 33.00 1.26 Jon Vik posted",
      "refund 45.00 0.00 Eva Nord posted",
    ]);
  });
});

/** Of a payout's one charge, the id at Stripe. */
async function chargeIn(payout: Payout): Promise<string> {
  await sync();
  const { id } = await depositOf(payout);
  const line = await adminDb().depositLine.findFirstOrThrow({ where: { depositId: id } });
  return line.chargeId;
}

describe("a charge of which less was captured", () => {
  test("is one receipt together with the part that wasn't; both are shown, and no account is asked for", async () => {
    await control("/quickbooks/payments", {
      ...{ type: "SalesReceipt", amount: 15_000, customer: "Rut Lind", refNum: "884" },
    });
    const payout = await addPayout({
      charges: [{ amount: 20_000, name: "Rut Lind", captured: 15_000, description: "Order 884" }],
    });
    await read();
    expect(await linesOf(payout)).toEqual([
      "charge 200.00 6.10 Rut Lind posted",
      "refund -50.00 -1.45 Rut Lind posted",
    ]);
    const { matches, proof, bookings } = await detailOf(payout);
    expect(matches).toMatchObject([{ kind: "many_to_one", difference: "0.00" }]);
    expect(proof).toMatchObject({ payments: "150.00", fees: "-4.65", closes: true });
    expect(bookings).toEqual([]);
    expect(await inQuickBooks(payout)).toMatchObject([{ total: 14_535 }]);
  });

  test("is compared like a refund where the part came with a later payout", async () => {
    const paid = await payOut({ charges: [{ amount: 22_000, name: "Uma Rask" }] });
    await control("/quickbooks/payments", { amount: 22_000, customer: "Uma Rask" });
    await control("/quickbooks/payments", {
      ...{ type: "RefundReceipt", amount: 2_500, customer: "Uma Rask" },
    });
    const later = await seed(4_400, "Ove Gran", {
      released: [{ charge: paid.sourceOf("charge"), amount: 2_500 }],
    });
    await read();
    expect(await linesOf(later)).toEqual([
      "charge 44.00 1.58 Ove Gran posted",
      "refund -25.00 -0.72 Uma Rask posted",
    ]);
  });
});

test("a line says what its customer paid in another currency, and is found by the shop's own number", async () => {
  const payout = await addPayout({
    charges: [
      {
        ...{ amount: 10_840, name: "Elin Strand", refunded: 5_420 },
        ...{ paid: { amount: 10_000, currency: "eur" }, metadata: { order_id: "WEB-70551" } },
      },
    ],
  });
  await sync();
  const { deposit } = await detailOf(payout);
  const paid = new Map(
    deposit.lines.map((line: WireLine & { paid?: object }) => [line.amount, line.paid]),
  );
  expect(paid.get("108.40")).toEqual({ amount: "100.00", currency: "EUR" });
  expect(paid.get("-54.20")).toEqual({ amount: "-50.00", currency: "EUR" });
  const lines = await adminDb().depositLine.findMany({
    where: { depositId: deposit.id },
    orderBy: { id: "asc" },
  });
  const number = { field: "metadata.order_id", value: "WEB-70551" };
  expect(lines.map(({ numbers }) => numbers)).toEqual([[number], [number]]);
  expect(lines[0]?.chargeId).toMatch(/^ch_/);
  expect(lines[1]?.chargeId).toBe(lines[0]?.chargeId);
  expect(lines[0]?.reference).not.toContain("70551");
  const { deposits } = await ok("GET", "/qb/deposit-status/?q=70551&page=1", company.token);
  expect(deposits).toMatchObject([{ id: deposit.id }]);
  await settled(company.token);
});

test("lines that an earlier version stored get the same facts, and open ones their new kind", async () => {
  const paid = { amount: 10_000, currency: "eur" };
  const converted = await payOut({
    charges: [{ amount: 10_840, name: "Leo Ek", refunded: 5_420, paid }],
  });
  const plain = await payOut({ charges: [{ amount: 7_700, name: "Siv Ask" }] });
  const back = await payOut({
    charges: [{ amount: 1_200, name: "Tor Hagen" }],
    debits_returned: [{ charge: plain.sourceOf("charge") }],
  });
  await sync();
  const ids = [(await depositOf(converted)).id, (await depositOf(back)).id];
  const facts = () =>
    adminDb().depositLine.findMany({
      where: { depositId: { in: ids } },
      select: { kind: true, chargeId: true, paidAmount: true, paidCurrency: true },
      orderBy: { id: "asc" },
    });
  const before = await facts();
  await adminDb().$executeRaw`
    UPDATE deposit_lines SET charge_id = '', paid_amount = NULL, paid_currency = NULL,
      kind = CASE provider_kind WHEN 'charge_failure' THEN 'adjustment'::line_kind ELSE kind END
    WHERE deposit_id = ANY (${ids}::int[])`;
  const sql = await readFile(
    "prisma/migrations/20261126185500_facts_of_stored_lines/migration.sql",
    "utf8",
  );
  const statements = sql.slice(sql.indexOf("-- The owner of the tables")).split(/;\s*\n/);
  await adminDb().$transaction(async (tx) => {
    for (const statement of statements) if (statement.trim()) await tx.$executeRawUnsafe(statement);
  });
  expect(await facts()).toEqual(before);
  expect(before.map(({ kind }) => kind).sort()).toEqual(["charge", "charge", "refund", "refund"]);
  expect(before.filter(({ paidCurrency }) => paidCurrency === "EUR")).toHaveLength(2);
});
