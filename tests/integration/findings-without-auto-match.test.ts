import { beforeEach, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  linkTo,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

beforeEach(async () => {
  const settings = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_match: false });
});

const ANN = { amount: 5_000, name: "Ann Baker" };
const OLIVIA = { amount: 21_972, name: "Olivia Eastwick", description: "Order #10260" };

test("a sync says why deposits are open, and decides nothing", async () => {
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await control("/quickbooks/payments", { amount: ANN.amount, customer: ANN.name });
  await syncBoth();
  const { id, status, reason } = await theDeposit();
  expect([status, reason.code]).toEqual(["pending", "suggested"]);
  const { deposit, reasons, matches } = await detailOf(id);
  expect(matches).toEqual([]);
  expect(await adminDb().match.count({ where: { depositId: id } })).toBe(0);
  expect(reasons.map(({ code, text }: { code: string; text: string }) => [code, text])).toEqual([
    ["suggested", expect.stringMatching(/^Likely match: Ann Baker, 50\.00 on /)],
    ["missing", "Order #10260, 219.72, isn't in QuickBooks."],
  ]);
  const findings = deposit.lines.map((line: { entity: string; finding: string }) => [
    line.entity,
    line.finding,
  ]);
  expect(Object.fromEntries(findings)).toEqual({
    "Ann Baker": "suggested",
    "Olivia Eastwick": "missing",
  });
  // What it is sure of is the first choice.
  const { candidates } = await ok(
    "GET",
    `/qb/line-options/?deposit_id=${id}&line_id=${reasons[0].line_id}`,
    token,
  );
  expect(candidates[0].payments).toMatchObject([{ CustomerName: "Ann Baker", TotalAmt: "50.00" }]);

  await control("/quickbooks/payments", { amount: OLIVIA.amount, customer: OLIVIA.name });
  await syncBoth();
  expect((await detailOf(id)).reasons).toMatchObject([{ code: "suggested" }]);
});

test("a payment that somebody deposited by hand is named with its Deposit", async () => {
  const { Payment } = await control("/quickbooks/payments", {
    amount: OLIVIA.amount,
    customer: OLIVIA.name,
  });
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const { Deposit } = await inQuickBooks("POST", "deposit", {
    DepositToAccountRef: { value: banks[0].Id },
    TxnDate: "2026-11-02",
    Line: [linkTo(Payment.Id, 219.72)],
  });
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await syncBoth();
  const { id } = await theDeposit();
  const { reasons } = await detailOf(id);
  expect(reasons).toContainEqual(
    expect.objectContaining({
      code: "already_matched",
      text: `Order #10260, 219.72: its payment is already on Deposit ${Deposit.Id} in QuickBooks.`,
      quickbooks_url: expect.stringContaining(`/app/deposit?txnId=${Deposit.Id}`),
    }),
  );
});
