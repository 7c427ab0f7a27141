import { expect, test } from "vitest";
import { findInvoiceOptions } from "@/server/matches/find-invoice-options";
import { systemContext } from "@/server/platform/company-id";
import { NotFoundError } from "@/server/platform/errors";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

interface Wire {
  Id: string;
  SyncToken: string;
  CustomerRef: { value: string };
}

const customer = "Harbor Coffee";

async function enter(number: string, amount: number, more: object = {}): Promise<Wire> {
  return (await control("/quickbooks/invoices", { number, amount, customer, ...more })).Invoice;
}

const on = ({ Id }: Wire, Amount: number, TxnType = "Invoice") => ({
  Amount,
  LinkedTxn: [{ TxnId: Id, TxnType }],
});

async function pay({ CustomerRef }: Wire, TotalAmt: number, Line: object[]): Promise<Wire> {
  return (await inQuickBooks("POST", "payment", { CustomerRef, TotalAmt, Line })).Payment;
}

async function current(entity: string, { Id }: Wire): Promise<Wire> {
  const [read] = Object.values(await inQuickBooks("GET", `${entity}/${Id}`));
  return read as Wire;
}

async function remove(entity: string, wire: Wire, operation = "delete"): Promise<void> {
  await inQuickBooks("POST", `${entity}?operation=${operation}`, await current(entity, wire));
}

/** @returns the message of the sync. */
async function sync(): Promise<string> {
  const { run } = await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  return run.message;
}

async function ofLedger() {
  return adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks" },
    orderBy: { connectedAt: "desc" },
  });
}

async function stored() {
  const { companyId } = await ofLedger();
  const rows = await adminDb().ledgerInvoice.findMany({
    where: { companyId },
    orderBy: { id: "asc" },
  });
  return Object.fromEntries(
    rows.map(({ number, state, balance }) => [number, [state, Number(balance)]]),
  );
}

/** Calls of QuickBooks' accounting API while `work` runs. */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const log = `${emulators.control.url}/requests`;
  await fetch(log, { method: "DELETE" });
  await work();
  const { requests } = (await (await fetch(log)).json()) as {
    requests: { path: string; query: string }[];
  };
  return requests
    .filter(({ path }) => path.includes("/v3/company/"))
    .map(({ path, query }) => decodeURIComponent(`${path}?${query}`).replaceAll("+", " "));
}

test("invoices are kept as they are made, paid in part, paid, voided and deleted", async () => {
  const [part, full, emptied, gone] = [
    await enter("1", 10_000),
    await enter("2", 20_000),
    await enter("3", 30_000),
    await enter("4", 40_000),
  ];
  await enter("5", 50_000, { currency: "EUR", customer: "Hafen Kaffee" });
  expect(await sync()).toContain("5 open invoices");
  expect(await stored()).toEqual({
    1: ["open", 10_000],
    2: ["open", 20_000],
    3: ["open", 30_000],
    4: ["open", 40_000],
    5: ["open", 50_000],
  });

  const paid = await pay(part, 240, [on(part, 40), on(full, 200)]);
  await remove("invoice", emptied, "void");
  await remove("invoice", gone);
  expect(await sync()).toContain("2 open invoices");
  expect(await stored()).toEqual({
    1: ["open", 6_000],
    2: ["paid", 0],
    3: ["gone", 0],
    4: ["gone", 0],
    5: ["open", 50_000],
  });
  expect(await sync()).not.toContain("invoice");

  await remove("payment", paid);
  expect(await sync()).toContain("3 open invoices");
  expect(await stored()).toMatchObject({ 1: ["open", 10_000], 2: ["open", 20_000] });
});

test("a credit memo pays a part", async () => {
  const invoice = await enter("1", 10_000);
  await sync();
  const { CreditMemo } = await inQuickBooks("POST", "creditmemo", {
    CustomerRef: invoice.CustomerRef,
    Line: [{ Amount: 15, DetailType: "SalesItemLineDetail", SalesItemLineDetail: {} }],
  });
  await pay(invoice, 0, [on(invoice, 15), on(CreditMemo, 15, "CreditMemo")]);
  await sync();
  expect(await stored()).toEqual({ 1: ["open", 8_500] });
  await remove("creditmemo", CreditMemo);
  await sync();
  expect(await stored()).toEqual({ 1: ["open", 10_000] });
});

test("an invoice that was never seen open is not kept", async () => {
  await sync();
  const invoice = await enter("1", 10_000);
  await pay(invoice, 100, [on(invoice, 100)]);
  expect(await sync()).not.toContain("invoice");
  expect(await stored()).toEqual({});
});

test("a company that synced before reads them once, then only their changes", async () => {
  await enter("1", 10_000);
  await sync();
  const { companyId } = await ofLedger();
  await adminDb().ledgerInvoice.deleteMany({ where: { companyId } });
  await adminDb().$executeRaw`
    UPDATE integrations SET cursor = cursor - 'withInvoices' WHERE company_id = ${companyId}::uuid`;
  const once = await callsOf(sync);
  expect(once.filter((call) => /from invoice/i.test(call))).toHaveLength(1);
  expect(await stored()).toEqual({ 1: ["open", 10_000] });

  await enter("2", 20_000);
  const later = await callsOf(sync);
  expect(later.filter((call) => /from invoice|\/cdc/i.test(call))).toHaveLength(1);
  expect(await stored()).toEqual({ 1: ["open", 10_000], 2: ["open", 20_000] });
});

test("a whole read closes what is open no more, and the customer's changes reach the invoices", async () => {
  const [kept, paid] = [await enter("1", 10_000), await enter("2", 20_000)];
  await sync();
  await pay(paid, 200, [on(paid, 200)]);
  const wire = await current("customer", { ...kept, Id: kept.CustomerRef.value });
  await inQuickBooks("POST", "customer", { ...wire, Mobile: { FreeFormNumber: "555-0100" } });
  const { companyId } = await ofLedger();
  await adminDb().$executeRaw`
    UPDATE integrations SET cursor = '{}' WHERE company_id = ${companyId}::uuid`;
  expect(await sync()).toContain("1 open invoice");
  expect(await stored()).toEqual({ 1: ["open", 10_000], 2: ["gone", 0] });
  const { customer: profile } = await adminDb().ledgerInvoice.findFirstOrThrow({
    where: { companyId, state: "open" },
  });
  expect(profile).toMatchObject({ phones: ["555-0100"] });
});

test("an open charge is offered the invoices that it may pay, with reasons", async () => {
  await enter("1042", 48_250, { date: "2026-10-20" });
  await enter("1043", 90_000, { date: "2026-10-21" });
  await enter("1044", 48_250, { date: "2026-10-20", customer: "Lakeside Dental" });
  await enter("1045", 48_250, { date: "2026-10-20", customer: "Hafen", currency: "EUR" });
  await control("/stripe/payouts", {
    charges: [
      { amount: 48_250, name: customer, description: "Invoice 1042" },
      { amount: 1_000, name: "Nobody Known" },
    ],
  });
  await syncBoth();
  const { companyId } = await ofLedger();
  const { id } = await theDeposit();
  const ctx = systemContext(companyId);
  const find = (of = ctx) => findInvoiceOptions(of, id);
  const [first, second] = (await find()).sort((a, b) => b.proposals.length - a.proposals.length);
  const [best] = first?.proposals ?? [];
  expect(best).toMatchObject({
    invoices: [{ invoice: { number: "1042", left: 48_250 }, amount: 48_250 }],
    credit: 0,
  });
  expect(best?.probability).toBeGreaterThan(0.9);
  const texts = best?.evidence.map(({ text }) => text) ?? [];
  expect(texts).toContain("Same invoice number 1042");
  expect(texts.some((text) => text.startsWith("Matches the open balance of 482.50"))).toBe(true);
  const listed = first?.proposals.flatMap((each) => each.invoices.map(({ invoice }) => invoice));
  const offered = [...(listed ?? []), ...(first?.others ?? [])].map(({ number }) => number);
  expect(offered).toContain("1043");
  expect(offered).not.toContain("1045");
  expect(second).toMatchObject({ proposals: [], others: [] });

  // What is planned on the invoice is no longer open, and a line that is matched asks for nothing.
  const { id: integrationId } = await ofLedger();
  const line = await adminDb().depositLine.findFirstOrThrow({
    where: { companyId, gross: 48_250n },
  });
  const [{ invoice } = { invoice: undefined }] = best?.invoices ?? [];
  const planned = await adminDb().ledgerPayment.create({
    data: {
      ...{ companyId, integrationId, kind: "Payment", providerId: "planned-1", state: "planned" },
      ...{ txnDate: new Date("2026-11-01"), amount: 48_000n, currency: "USD" },
      planned: {
        create: {
          depositId: id,
          invoices: [{ invoiceId: invoice?.providerId, number: "1042", amount: 48_000 }],
        },
      },
    },
  });
  const [partly] = (await find()).filter(({ lineId }) => lineId === line.id);
  const left = [
    ...(partly?.proposals.flatMap((each) => each.invoices.map((one) => one.invoice)) ?? []),
    ...(partly?.others ?? []),
  ].find(({ number }) => number === "1042")?.left;
  expect(left).toBe(250);
  await adminDb().match.create({
    data: {
      ...{ companyId, depositId: id, state: "accepted", live: true, origin: "manual" },
      ...{ kind: "one_to_one", probability: 1, currency: "USD", decidedAt: new Date() },
      lines: { create: { lineId: line.id } },
      payments: { create: { paymentId: planned.id } },
    },
  });
  expect((await find()).map(({ lineId }) => lineId)).toEqual([second?.lineId]);

  const stranger = await adminDb().company.create({
    data: { name: "Other", settings: { create: {} } },
  });
  await expect(find(systemContext(stranger.id))).rejects.toThrow(NotFoundError);
});
