import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  ledgerOf,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

// Sales that an accountant entered as journal entries, or moved to Undeposited Funds by a transfer.

eachInACompanyOfItsOwn();

interface Txn {
  Id: string;
  SyncToken: string;
}

async function accountOf(where: string): Promise<{ value: string }> {
  const { QueryResponse } = await inQuickBooks("GET", `query?query=select * from Account ${where}`);
  return { value: QueryResponse.Account[0].Id };
}

const undeposited = () => accountOf("where AccountSubType = 'UndepositedFunds'");
const named = (name: string) => accountOf(`where Name = '${name}'`);

/** An entry with these amounts in dollars on Undeposited Funds, each of a customer. */
async function enter(sales: [number, string][], current?: Txn): Promise<Txn> {
  const [from, to] = [await named("Sales"), await undeposited()];
  const Line = sales.flatMap(([Amount, name]) =>
    (["Debit", "Credit"] as const).map((PostingType) => ({
      Amount,
      Description: `Card payment of ${name}`,
      DetailType: "JournalEntryLineDetail",
      JournalEntryLineDetail: { PostingType, AccountRef: PostingType === "Debit" ? to : from },
    })),
  );
  const { Id, SyncToken } = current ?? {};
  const body = { TxnDate: "2026-11-01", ...(Id && { Id, SyncToken }), Line };
  return (await inQuickBooks("POST", "journalentry", body)).JournalEntry;
}

async function paidOut(sales: [number, string][]) {
  const charges = sales.map(([amount, name]) => ({ amount: Math.round(amount * 100), name }));
  await control("/stripe/payouts", { charges });
  await syncBoth();
}

async function postedDeposit() {
  const { id, status } = await theDeposit();
  if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
  await settled(token);
  const deposit = await theDeposit();
  expect(deposit).toMatchObject({ status: "posted" });
  return deposit;
}

async function linkedInBooks() {
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Deposit");
  const [deposit] = QueryResponse.Deposit ?? [];
  return (deposit?.Line ?? []).flatMap(({ LinkedTxn = [] }: { LinkedTxn?: object[] }) => LinkedTxn);
}

async function stored() {
  const { id: integrationId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks" },
    orderBy: { connectedAt: "desc" },
  });
  const rows = await adminDb().ledgerPayment.findMany({
    where: { integrationId, kind: "JournalEntry" },
    orderBy: { providerId: "asc" },
  });
  return rows.map(({ providerId, state }) => [providerId, state]);
}

const sales: [number, string][] = [
  [120.5, "Ann Baker"],
  [83.17, "Carl Dorn"],
];

test("lines of a journal entry are matched, deposited one by one, and released by undo", async () => {
  const entry = await enter(sales);
  await paidOut(sales);
  const deposit = await postedDeposit();
  const { matches } = await detailOf(deposit.id);
  expect(matches.flatMap(({ payments }: { payments: object[] }) => payments)).toMatchObject([
    { kind: "JournalEntry" },
    { kind: "JournalEntry" },
  ]);
  const links = await linkedInBooks();
  expect(links).toHaveLength(2);
  for (const TxnLineId of ["0", "2"]) {
    expect(links).toContainEqual({ TxnId: entry.Id, TxnType: "JournalEntry", TxnLineId });
  }
  await ok("POST", "/qb/undo/", token, { deposit_id: deposit.id });
  await settled(token);
  expect(await linkedInBooks()).toEqual([]);
  await syncBoth();
  expect(await stored()).toEqual([
    [`${entry.Id}:0`, "open"],
    [`${entry.Id}:2`, "open"],
  ]);
});

test("a transfer into Undeposited Funds is matched and deposited", async () => {
  const [FromAccountRef, ToAccountRef] = [await named("Checking"), await undeposited()];
  const { Transfer } = await inQuickBooks("POST", "transfer", {
    ...{ TxnDate: "2026-11-01", Amount: 120.5, FromAccountRef, ToAccountRef },
    PrivateNote: "Ann Baker's card payment",
  });
  await paidOut(sales.slice(0, 1));
  await postedDeposit();
  expect(await linkedInBooks()).toEqual([
    { TxnId: Transfer.Id, TxnType: "Transfer", TxnLineId: "0" },
  ]);
});

test("a posted deposit is undone once its Deposit is deleted, and a line is gone once an edit removes it", async () => {
  const entry = await enter(sales);
  await paidOut(sales);
  const { quickbook_id } = await postedDeposit();
  const { ledger, store } = await ledgerOf();
  await ledger.deleteDeposit(store, quickbook_id);
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from JournalEntry");
  await enter(sales.slice(0, 1), QueryResponse.JournalEntry[0]);
  await syncBoth();
  expect(await stored()).toEqual([
    [`${entry.Id}:0`, "open"],
    [`${entry.Id}:2`, "gone"],
  ]);
  expect(["pending", "suggested"]).toContain((await theDeposit()).status);
});
