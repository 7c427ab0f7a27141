import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { adminDb } from "../support/admin-db";
import {
  control,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  syncBoth,
  theDeposit,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

interface Wire {
  Id: string;
  CustomerRef: { value: string };
}

const customer = "Harbor Coffee";
const AMOUNT = 23_134;
const MIGRATIONS = "prisma/migrations";

async function enter(number: string): Promise<Wire> {
  const invoice = { number, amount: AMOUNT, customer, date: "2026-10-20" };
  return (await control("/quickbooks/invoices", invoice)).Invoice;
}

/** A cheque of the same amount, as a bookkeeper enters it. */
async function receiveCheque({ Id, CustomerRef }: Wire): Promise<void> {
  await inQuickBooks("POST", "payment", {
    ...{ CustomerRef, TotalAmt: AMOUNT / 100, PaymentRefNum: "CHK 2308", TxnDate: "2026-11-01" },
    Line: [{ Amount: AMOUNT / 100, LinkedTxn: [{ TxnId: Id, TxnType: "Invoice" }] }],
  });
}

async function payOut(): Promise<void> {
  await control("/stripe/payouts", {
    charges: [{ amount: AMOUNT, name: customer, description: "Invoice INV-10002" }],
  });
}

const appliedTo = async () =>
  (await adminDb().ledgerPayment.findMany({ where: { amount: BigInt(AMOUNT) } })).map(
    (payment) => payment.appliedTo,
  );

test("a cheque for another invoice isn't the charge's whose invoice is open", async () => {
  const other = await enter("INV-10001");
  await enter("INV-10002");
  await receiveCheque(other);
  await payOut();
  await syncBoth();
  expect(await appliedTo()).toEqual([[{ id: other.Id, number: "INV-10001" }]]);
  const { id, status } = await theDeposit();
  expect(status).toBe("pending");
  expect(await adminDb().match.count({ where: { depositId: id, live: true } })).toBe(0);
  const { findings } = await adminDb().deposit.findFirstOrThrow({ where: { id } });
  expect(findings).toMatchObject({
    lines: [{ code: "invoice_open", payments: [], invoice: { number: "INV-10002" } }],
  });

  // What was stored before the column was there is read from what QuickBooks had answered.
  const folder = readdirSync(MIGRATIONS).find((name) =>
    name.endsWith("invoices_of_stored_payments"),
  );
  await adminDb().ledgerPayment.updateMany({ data: { appliedTo: Prisma.DbNull } });
  await adminDb().$executeRawUnsafe(readFileSync(`${MIGRATIONS}/${folder}/migration.sql`, "utf8"));
  expect(await appliedTo()).toEqual([[{ id: other.Id, number: "INV-10001" }]]);
});

test("the payment that is applied to the charge's invoice is found", async () => {
  const invoice = await enter("INV-10002");
  await receiveCheque(invoice);
  await payOut();
  await syncBoth();
  const { status } = await theDeposit();
  expect(["matched", "posted", "suggested"]).toContain(status);
});
