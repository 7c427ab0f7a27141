import { beforeEach, describe, expect, test } from "vitest";
import { kindAccountSetting } from "@/server/connections/line-settings";
import { cachedLedger, forgetLedgers } from "@/server/matches/cached-ledger";
import { withEngineThread } from "@/server/matches/engine/threads";
import type { Plan } from "@/server/matches/plan-deposits";
import { runEngine } from "@/server/matches/run-engine";
import { systemContext } from "@/server/platform/company-id";
import { readerOf, withCompanyLock } from "@/server/platform/with-company-lock";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;
let deposits: number[];
let payments: number[];

const SALES = 30;
const sale = (index: number) => ({
  gross: 10_000 + index * 137,
  customer: `Customer ${String.fromCharCode(65 + (index % 26))}${index} Limited`,
});

/** Enough books that a change is a small share of them; two deposits compete for each tenth payment. */
beforeEach(async () => {
  books = await MatchingBooks.create();
  forgetLedgers();
  deposits = [];
  payments = [];
  for (let index = 0; index < SALES; index += 1) {
    const { gross, customer } = sale(index);
    deposits.push((await books.deposit([{ gross, customer }])).id);
    if (index % 10 === 0) await books.deposit([{ gross, customer }]);
    payments.push((await books.payment({ amount: gross, customer })).id);
  }
});

async function plansNow(companyId = books.companyId) {
  const ctx = systemContext(companyId);
  return (await runEngine(readerOf(ctx), ctx)).plans;
}

const told = (plans: Plan[]) =>
  plans.map(({ depositId, status, matches }) => ({
    ...{ depositId, status },
    matches: matches.map(({ match, decision }) => [match.lineIds, match.paymentIds, decision]),
  }));

/** What is planned with what this process knows, and what a process plans that knows nothing. */
async function expectAsAfresh({ complete }: { complete: boolean }): Promise<Plan[]> {
  const before = cachedLedger(books.companyId)?.baseRun;
  const plans = await plansNow();
  const known = cachedLedger(books.companyId);
  expect(known?.baseRun !== before).toBe(complete);
  forgetLedgers();
  const afresh = await plansNow();
  expect(told(plans)).toEqual(told(afresh));
  const inputsOf = (of: typeof known) => ({
    deposits: [...(of?.deposits ?? [])].map(([id, { input, planned }]) => ({ id, input, planned })),
    payments: [...(of?.payments ?? [])].map(([id, { input }]) => ({ id, input })),
  });
  expect(inputsOf(known)).toEqual(inputsOf(cachedLedger(books.companyId)));
  return plans;
}

/** The engine thread that has answered last. */
const lastThread = () =>
  [...(cachedLedger(books.companyId)?.threadState.ofThreads.keys() ?? [])].at(-1);

/** Plans while another company has the thread that answered last. */
async function planElsewhere(): Promise<Plan[]> {
  const other = systemContext((await MatchingBooks.create()).companyId);
  const home = lastThread();
  let plans: Plan[] = [];
  await withEngineThread(other, home, async ({ id }) => {
    expect(id).toBe(home);
    plans = await plansNow();
  });
  expect(lastThread()).not.toBe(home);
  return plans;
}

const depositIds = (plans: Plan[]) => plans.map(({ depositId }) => Number(depositId));
const paymentIds = (plans: Plan[]) =>
  plans.flatMap(({ matches }) => matches.flatMap(({ match }) => match.paymentIds.map(Number)));

describe("books that this process knows are planned as by a process that knows nothing", () => {
  beforeEach(async () => {
    await plansNow();
  });

  test("unchanged ones, whose result is the one known", async () => {
    const known = cachedLedger(books.companyId);
    await plansNow();
    expect(cachedLedger(books.companyId)).toBe(known);
    await expectAsAfresh({ complete: false });
  });

  test("after a sync that brought a payout and payments", async () => {
    const customer = "Zora Quill";
    const { id } = await books.deposit([{ gross: 77_77, customer }]);
    const payment = await books.payment({ amount: 77_77, customer });
    const plans = await expectAsAfresh({ complete: false });
    expect(depositIds(plans)).toContain(id);
    expect(paymentIds(plans)).toContain(payment.id);
  });

  test("after a match was made and undone", async () => {
    const [depositId = 0, , other = 0] = deposits.slice(1);
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: depositId });
    expect(await books.statusOf(depositId)).toBe("matched");
    const plans = await expectAsAfresh({ complete: false });
    expect(depositIds(plans)).not.toContain(depositId);
    expect(depositIds(plans)).toContain(other);
    await ok("POST", "/qb/undo/", books.token, { deposit_id: depositId });
    // What a person refused is learned at once.
    const again = await expectAsAfresh({ complete: true });
    expect(depositIds(again)).toContain(depositId);
  });

  test("after a payment was deleted, one was changed and a line as well", async () => {
    const [gone = 0, changed = 0] = payments;
    const open = { companyId: books.companyId };
    await adminDb().ledgerPayment.update({
      where: { companyId_id: { ...open, id: gone } },
      data: { state: "gone" },
    });
    await adminDb().ledgerPayment.update({
      where: { companyId_id: { ...open, id: changed } },
      data: { amount: 1n },
    });
    await adminDb().depositLine.updateMany({
      where: { ...open, depositId: deposits[2] ?? 0 },
      // The deposit's sum has to stay.
      data: { gross: { increment: 9_700n }, fee: { increment: 9_700n } },
    });
    const plans = await expectAsAfresh({ complete: false });
    expect(paymentIds(plans)).not.toContain(gone);
    expect(paymentIds(plans)).not.toContain(changed);
    const line = cachedLedger(books.companyId)?.deposits.get(deposits[2] ?? 0)?.input?.lines?.[0];
    expect(line?.amount).toBe(sale(2).gross + 9_700);
  });

  test("after the ledger was disconnected", async () => {
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null },
    });
    expect(paymentIds(await expectAsAfresh({ complete: true }))).toEqual([]);
  });

  test("after an account was chosen for what the books lack", async () => {
    const customer = "Zora Quill";
    const refund = { gross: -900, customer, kind: "refund" } as const;
    const { id } = await books.deposit([{ gross: 77_77, customer }, refund]);
    await expectAsAfresh({ complete: false });
    const account = { id: "91", name: "Refunds", currency: "USD" };
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "stripe" },
      data: { settings: kindAccountSetting("refund", account) },
    });
    await expectAsAfresh({ complete: false });
    const planned = cachedLedger(books.companyId)?.deposits.get(id)?.planned;
    expect(planned?.settlement.lines[1]?.accountId).toBe("91");
  });

  test("after the invoice that a line names was entered, paid in part and paid", async () => {
    const customer = "Zora Quill";
    const charge = { gross: 77_77, customer, description: "Invoice 1042" };
    const { id } = await books.deposit([charge]);
    const payment = await books.payment({ amount: 77_77, customer });
    expect(paymentIds(await expectAsAfresh({ complete: false }))).toContain(payment.id);

    const invoice = await books.invoice({
      number: "1042",
      total: 77_77,
      customer,
      customerId: "7",
    });
    expect(paymentIds(await expectAsAfresh({ complete: false }))).not.toContain(payment.id);
    expect(cachedLedger(books.companyId)?.invoices.size).toBe(1);

    const where = { companyId_id: { companyId: books.companyId, id: invoice.id } };
    await adminDb().ledgerInvoice.update({ where, data: { state: "paid", balance: 0n } });
    const plans = await expectAsAfresh({ complete: false });
    expect(paymentIds(plans)).toContain(payment.id);
    expect(depositIds(plans)).toContain(id);
  });

  test("after a user booked a refund, which is in no sum of payments but in the deposit's", async () => {
    const { id, lines } = await books.deposit([
      { gross: 214_80, customer: "José Petrov" },
      { gross: 204_28, customer: "O Ibrahim" },
      { gross: -204_28, customer: "O Ibrahim", kind: "refund" },
    ]);
    const refund = lines[2]?.id ?? 0;
    await books.payment({ amount: 214_80 });
    await expectAsAfresh({ complete: false });
    await adminDb().depositLine.update({
      where: { companyId_id: { companyId: books.companyId, id: refund } },
      data: { accountId: "91", accountName: "Refunds given" },
    });
    const plans = await expectAsAfresh({ complete: false });
    const known = cachedLedger(books.companyId)?.deposits.get(id);
    expect(known?.input?.lines?.map((line) => line.id)).not.toContain(String(refund));
    expect(known?.planned.settlement.lines).toHaveLength(3);
    const matched = plans.flatMap(({ matches }) => matches.flatMap(({ match }) => match.lineIds));
    expect(matched).not.toContain(String(refund));

    // With every line booked the engine has nothing to match, least of all the deposit as a whole.
    await adminDb().depositLine.updateMany({
      where: { companyId: books.companyId, depositId: id },
      data: { accountId: "91", accountName: "Refunds given" },
    });
    await expectAsAfresh({ complete: false });
    expect(cachedLedger(books.companyId)?.deposits.get(id)?.input).toBeNull();
  });

  test("by another thread where its own is busy, each going on from the books that it had", async () => {
    const first = cachedLedger(books.companyId)?.baseRun;
    await books.deposit([{ gross: 77_77, customer: "Zora Quill" }]);
    await planElsewhere();
    const second = cachedLedger(books.companyId)?.baseRun;
    expect(second).not.toBe(first);
    await books.payment({ amount: 77_77, customer: "Zora Quill" });
    await planElsewhere();
    expect(cachedLedger(books.companyId)?.baseRun).toBe(first);
    await adminDb().ledgerPayment.updateMany({
      where: { companyId: books.companyId, id: payments[3] ?? 0 },
      data: { state: "gone" },
    });
    const plans = await planElsewhere();
    expect(cachedLedger(books.companyId)?.baseRun).toBe(second);
    forgetLedgers();
    expect(told(plans)).toEqual(told(await plansNow()));
  });

  test("with another algorithm", async () => {
    const { companyId } = books;
    await adminDb().companySettings.update({ where: { companyId }, data: { algorithm: "fuzzy" } });
    const plans = await plansNow();
    await adminDb().companySettings.update({ where: { companyId }, data: { algorithm: "smart" } });
    expect(plans.every(({ status }) => status !== "matched")).toBe(true);
  });

  test("after a change that was rolled back", async () => {
    const ctx = systemContext(books.companyId);
    const rollback = withCompanyLock(ctx, async (tx) => {
      await tx.ledgerPayment.updateMany({
        where: { companyId: books.companyId },
        data: { amount: 5n },
      });
      expect(paymentIds((await runEngine((work) => work(tx), ctx)).plans)).toEqual([]);
      throw new Error("rolled back");
    });
    await expect(rollback).rejects.toThrow("rolled back");
    expect(paymentIds(await expectAsAfresh({ complete: true }))).toContain(payments[1]);
  });
});

test("another company is never planned with these books", async () => {
  await plansNow();
  const other = await MatchingBooks.create();
  const { gross, customer } = sale(1);
  const { id } = await other.deposit([{ gross, customer }]);
  const plans = await plansNow(other.companyId);
  expect(told(plans)).toEqual([{ depositId: String(id), status: "pending", matches: [] }]);
  expect(depositIds(await plansNow())).not.toContain(id);
  const crossing = await call("POST", "/qb/auto-match/", {
    token: other.token,
    body: { deposit_id: deposits[1] },
  });
  expect(crossing.status).toBe(404);
  expect([...(cachedLedger(other.companyId)?.deposits.keys() ?? [])]).toEqual([id]);
});
