import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  ledgerOf,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";
import {
  attempt,
  attemptsAreSaid,
  companyId,
  demandPostedOnce,
  depositId,
  fault,
  planned,
  posting,
  quickbooks,
  rowOf,
  rows,
  undo,
} from "./planned-payments/world";

eachInACompanyOfItsOwn();

attemptsAreSaid();

test("posting creates customers, receipts and the Deposit that holds them; undo removes them", async () => {
  const ids = await planned();
  const before = (await detailOf(depositId)).journal;
  expect(before.created).toMatchObject([
    {
      name: "Sales receipt of Anna Li",
      url: "",
      lines: [
        { account: "Undeposited Funds", debit: "123.45", credit: "0.00" },
        { account: "Income of Services", debit: "0.00", credit: "123.45" },
      ],
    },
    { name: "Sales receipt of Ben Ortiz" },
  ]);

  await attempt();
  await demandPostedOnce(ids);
  const { providerId } = await rowOf(ids[0]);
  const { journal, history } = await detailOf(depositId);
  expect(journal.created[0]).toMatchObject({
    name: `Sales receipt ${providerId}`,
    url: expect.stringMatching(new RegExp(`/app/salesreceipt\\?txnId=${providerId}$`)),
  });
  expect(journal.lines.map(({ memo }: { memo: string }) => memo)).toContain(
    `Sales receipt ${providerId}`,
  );
  expect(history.map(({ text }: { text: string }) => text)).toContain(
    `Created in QuickBooks: Sales receipt ${providerId}`,
  );

  // A sync in between changes nothing: depositing increased the receipts' versions.
  await syncBoth();
  expect((await undo()).message).toBe(
    "Match undone. The customers Anna Li and Ben Ortiz stay in QuickBooks.",
  );
  const after = await quickbooks();
  expect(after.deposits).toEqual([]);
  expect(after.payments.map(({ amount }) => amount)).toEqual([5_000]);
  expect((await rowOf(ids[0])).state).toBe("gone");
  expect((await rowOf(ids[0])).planned?.removedAt).not.toBeNull();
});

describe("a lost answer leaves nothing twice", () => {
  test.each(["/customer", "/salesreceipt", "/deposit"])("%s", async (path) => {
    const ids = await planned();
    await fault(path, "cut_after");
    await attempt();
    expect(await posting()).toMatchObject({ state: "queued" });
    // The worker is taken for dead: another one goes on.
    await adminDb().posting.updateMany({
      where: { depositId },
      data: { state: "sending", heartbeatAt: new Date(Date.now() - 60_000) },
    });
    await eventually(async () => expect((await posting()).state).toBe("posted"));
    await demandPostedOnce(ids);
  });

  test("undo removes what no answer told of", async () => {
    await planned();
    await fault("/salesreceipt", "cut_after");
    await attempt();
    expect((await quickbooks()).payments).toHaveLength(2);
    expect((await undo()).message).toBe("Match undone. The customer Anna Li stays in QuickBooks.");
    expect((await quickbooks()).payments.map(({ amount }) => amount)).toEqual([5_000]);
    await syncBoth();
    expect(await rows("open")).toBe(1);
  });
});

test("a half-made posting says what exists; retry goes on, undo removes it", async () => {
  const ids = await planned([{ for: "Anna Li" }, { for: "Ben Ortiz", itemId: "99" }]);
  await attempt();
  const { providerId } = await rowOf(ids[0]);
  const made = `Sales receipt ${providerId} was created; the deposit was not yet. Retry continues; Undo match removes it.`;
  expect(await posting()).toMatchObject({
    state: "failed",
    errorCode: "2500",
    outcomeUnknown: false,
    message: `Sales receipt of Ben Ortiz: its customer, product, class or tax code was removed or made inactive in QuickBooks. Fix it in QuickBooks and retry, or undo the match. ${made}`,
  });
  expect((await rowOf(ids[1])).planned).toMatchObject({ refusals: 1, sentAt: null });

  await attempt();
  expect((await quickbooks()).payments).toHaveLength(2);
  expect((await rowOf(ids[1])).planned).toMatchObject({ refusals: 2 });
  expect((await undo()).message).toBe(
    "Match undone. The customers Anna Li and Ben Ortiz stay in QuickBooks.",
  );
  expect((await quickbooks()).payments.map(({ amount }) => amount)).toEqual([5_000]);
  expect(await rows("planned")).toBe(0);
});

test("undo leaves what somebody has changed since, and says so", async () => {
  const ids = await planned();
  await attempt();
  const { providerId } = await rowOf(ids[0]);
  const { ledger, store } = await ledgerOf();
  await ledger.deleteDeposit(store, (await quickbooks()).deposits[0]?.id ?? "");
  const { SalesReceipt } = await inQuickBooks("GET", `salesreceipt/${providerId}`);
  const note = { PrivateNote: "Paid in the shop" };
  await inQuickBooks("POST", "salesreceipt", { ...SalesReceipt, ...note });

  expect((await undo()).message).toBe(
    `Match undone. Sales receipt ${providerId} was changed in QuickBooks since, so it stays there. The customers Anna Li and Ben Ortiz stay too.`,
  );
  const { payments } = await quickbooks();
  expect(payments.map(({ amount }) => amount).toSorted()).toEqual([12_345, 5_000]);
  expect((await rowOf(ids[0])).state).toBe("open");
  expect((await rowOf(ids[1])).state).toBe("gone");
});

test("a Deposit that somebody deletes leaves the receipts as payments like any other", async () => {
  const ids = await planned();
  await attempt();
  const { ledger, store } = await ledgerOf();
  await ledger.deleteDeposit(store, (await quickbooks()).deposits[0]?.id ?? "");
  await syncBoth();
  const deposit = await theDeposit();
  expect(deposit.status).not.toBe("posted");
  expect((await rowOf(ids[0])).state).toBe("open");
  if (deposit.status === "pending") {
    await ok("POST", "/qb/auto-match/", token, { deposit_id: depositId });
    await settled(token);
  }
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: depositId });
  await settled(token);
  expect(await posting()).toMatchObject({ state: "posted" });
  // They are ours no more: matched like anybody's, and never deleted.
  expect((await undo()).message).toBe("Match undone");
  expect((await quickbooks()).payments).toHaveLength(3);
});

test("a sync that reads a receipt before it is recorded gives it its row", async () => {
  const ids = await planned();
  await fault("/salesreceipt", "cut_after");
  await attempt();
  // It would be queued for ever, and the sync's end is waited for.
  await adminDb().posting.updateMany({ where: { depositId }, data: { state: "failed" } });
  await syncBoth();
  expect(await rows()).toBe(4);
  expect((await theDeposit()).status).toBe("matched");
  await attempt();
  await demandPostedOnce(ids);
});

describe("invoices", () => {
  async function onInvoice(amount = 12_345) {
    const { Invoice } = await control("/quickbooks/invoices", {
      amount,
      customer: "Blue Harbor",
      number: "1042",
    });
    const invoices = [{ invoiceId: Invoice.Id, number: "1042", amount: 12_345 }];
    const customer = { customerId: Invoice.CustomerRef.value, customerName: "Blue Harbor" };
    const ids = await planned([
      { for: "Anna Li", kind: "Payment", invoices, ...customer },
      { for: "Ben Ortiz" },
    ]);
    return { id: Invoice.Id as string, customer: customer.customerId, ids };
  }
  const balance = async (id: string) =>
    (await inQuickBooks("GET", `invoice/${id}`)).Invoice.Balance;

  test("are paid by the payment, and open again after an undo", async () => {
    const { id } = await onInvoice(20_000);
    await attempt();
    expect(await posting()).toMatchObject({ state: "posted" });
    expect(await balance(id)).toBe(76.55);
    expect((await undo()).message).toBe(
      "Match undone. The customer Ben Ortiz stays in QuickBooks.",
    );
    expect(await balance(id)).toBe(200);
  });

  test("that somebody has paid since block the posting before anything is created", async () => {
    const { id, customer } = await onInvoice();
    await inQuickBooks("POST", "payment", {
      TotalAmt: 3.45,
      CustomerRef: { value: customer },
      Line: [{ Amount: 3.45, LinkedTxn: [{ TxnId: id, TxnType: "Invoice" }] }],
    });
    await attempt();
    expect(await posting()).toMatchObject({
      state: "blocked",
      message: "Invoice 1042 of Blue Harbor has only 120.00 left to pay. Choose again.",
    });
    expect((await quickbooks()).payments).toHaveLength(2);
    expect((await undo()).message).toBe("Match undone");
  });
});

test("another Deposit of the payout is noticed before anything is created", async () => {
  await planned();
  const { providerId } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await inQuickBooks("POST", "deposit", {
    DepositToAccountRef: { value: banks[0].Id },
    PrivateNote: `Payout ${providerId}`,
    Line: [
      {
        Amount: 1,
        DetailType: "DepositLineDetail",
        DepositLineDetail: { AccountRef: { value: expenses[0].Id } },
      },
    ],
  });
  await attempt();
  expect(await posting()).toMatchObject({ state: "failed", errorCode: "conflict" });
  expect((await quickbooks()).payments).toHaveLength(1);
});

test("another QuickBooks company gets nothing of it", async () => {
  const ids = await planned();
  const { integrationId } = await rowOf(ids[0]);
  const other = await adminDb().integration.create({
    data: { companyId, provider: "quickbooks", externalAccountId: "1", status: "disconnected" },
  });
  await adminDb().ledgerPayment.updateMany({
    where: { companyId, id: { in: ids } },
    data: { integrationId: other.id },
  });
  await attempt();
  expect(await posting()).toMatchObject({
    state: "blocked",
    message:
      "Its receipts were planned for another QuickBooks company. Connect that company, or undo the match.",
  });
  expect((await quickbooks()).payments).toHaveLength(1);
  await adminDb().ledgerPayment.updateMany({
    where: { companyId, id: { in: ids } },
    data: { integrationId },
  });
  await attempt();
  await demandPostedOnce(ids);
});

test("undo of what QuickBooks does not hold yet calls nobody", async () => {
  const ids = await planned();
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  expect((await undo()).message).toBe("Match undone");
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  expect(requests).toEqual([]);
  expect(await adminDb().ledgerPayment.count({ where: { id: { in: ids } } })).toBe(0);
  expect((await call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } })).status).toBe(
    409,
  );
});
