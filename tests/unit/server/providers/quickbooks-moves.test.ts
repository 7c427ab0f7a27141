import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type {
  DepositDraft,
  LedgerAccount,
  LedgerPage,
  LedgerPaymentRecord,
  StoredRows,
} from "@/server/providers/ledger";
import type { QuickBooksCredentials } from "@/server/providers/quickbooks/credentials";
import {
  collect,
  connectQuickBooks,
  control,
  type Emulators,
  failure,
  MemoryStore,
  paymentsOf,
  quickBooksProvider,
  startEmulators,
} from "./support";

// Journal entries and transfers that an accountant or another app made on Undeposited Funds.

let emulators: Emulators;
let store: MemoryStore;
let accounts: LedgerAccount[];
let undeposited: string;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7 });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  accounts = await ledger().accounts(store);
  const found = await query("select * from Account where AccountSubType = 'UndepositedFunds'");
  undeposited = found.Account?.[0]?.Id ?? "";
});
afterAll(() => emulators.close());

const ledger = () => quickBooksProvider(emulators).ledger;

const account = (name: string) => accounts.find((each) => each.name === name)?.id ?? "";

async function call(method: string, path: string, body?: object) {
  const { accessToken, realmId } = (await store.current()) as QuickBooksCredentials;
  const answer = await fetch(`${emulators.quickbooks.url}/v3/company/${realmId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

interface Txn {
  Id: string;
  SyncToken: string;
}

async function query(text: string) {
  const { QueryResponse } = await call("GET", `query?query=${encodeURIComponent(text)}`);
  return QueryResponse as Record<string, Txn[]>;
}

/** An entry with these signed amounts in dollars on Undeposited Funds, and their counterpart on Sales. */
async function enter(amounts: number[], changes: object = {}): Promise<Txn> {
  const side = (amount: number, accountId: string) => ({
    Amount: Math.abs(amount),
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: {
      PostingType: amount > 0 ? "Debit" : "Credit",
      AccountRef: { value: accountId },
    },
  });
  const Line = amounts.flatMap((amount) => [
    side(amount, undeposited),
    side(-amount, account("Sales")),
  ]);
  const { JournalEntry } = await call("POST", "journalentry", {
    DocNumber: "JE-7",
    PrivateNote: "Card payments of the fair",
    ...changes,
    Line,
  });
  return JournalEntry;
}

async function transfer(from: string, to: string): Promise<Txn> {
  const refs = { FromAccountRef: { value: from }, ToAccountRef: { value: to } };
  const { Transfer } = await call("POST", "transfer", { ...refs, Amount: 45.6 });
  return Transfer;
}

const isMove = ({ kind }: { kind: string }) => kind === "JournalEntry" || kind === "Transfer";

async function moves(): Promise<LedgerPaymentRecord[]> {
  return (await collect(paymentsOf(ledger().payments(store)))).filter(isMove);
}

async function changes(since: string, stored: StoredRows) {
  const found: LedgerPage[] = [];
  for await (const page of ledger().payments(store, since, stored)) found.push(page);
  expect(found.some(({ everything }) => everything)).toBe(false);
  return {
    payments: found.flatMap((page) => page.payments).filter(isMove),
    deleted: found.flatMap(({ deleted }) => deleted),
  };
}

const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

function draft(payments: LedgerPaymentRecord[]): DepositDraft {
  const kept = payments.map(({ kind, providerId, amount }) => ({ kind, providerId, amount }));
  return {
    bankAccountId: account("Checking"),
    date: payments[0]?.date ?? "",
    currency: "USD",
    note: "po_moves",
    total: kept.reduce((sum, { amount }) => sum + amount, 0),
    payments: kept,
    entries: [],
  };
}

it("each line of an entry on Undeposited Funds waits by itself, signed", async () => {
  const { Id } = await enter([120.5, 80, -10.25]);
  const found = await moves();
  expect(found.map(({ amount }) => amount)).toEqual([12_050, 8_000, -1_025]);
  expect(new Set(found.map(({ providerId }) => providerId)).size).toBe(3);
  for (const each of found) {
    expect(each.providerId.startsWith(`${Id}:`)).toBe(true);
    expect(each).toMatchObject({ kind: "JournalEntry", open: true, referenceNumber: "JE-7" });
    expect(each.note).toBe("Card payments of the fair");
  }
});

it("a transfer waits where it touches Undeposited Funds, and is nothing elsewhere", async () => {
  const { Id } = await transfer(account("Checking"), undeposited);
  const back = await transfer(undeposited, account("Checking"));
  await transfer(account("Checking"), account("Savings"));
  const found = await moves();
  expect(found).toMatchObject([
    { kind: "Transfer", providerId: Id, amount: 4_560, open: true },
    { kind: "Transfer", providerId: back.Id, amount: -4_560, open: true },
  ]);
});

it("a Deposit takes them out line by line, and gives them back", async () => {
  await enter([120.5, 80]);
  await transfer(account("Checking"), undeposited);
  const [first, second, moved] = await moves();
  if (!first || !second || !moved) throw new Error("three wait");
  const deposit = await ledger().createDeposit(store, draft([second, moved]), "request-1");
  expect(deposit.payments).toEqual([
    { kind: "JournalEntry", providerId: second.providerId },
    { kind: "Transfer", providerId: moved.providerId },
  ]);
  expect((await moves()).map(({ depositedOn, open }) => [depositedOn, open])).toEqual([
    [null, true],
    [deposit.id, false],
    [deposit.id, false],
  ]);
  const again = await failure(ledger().createDeposit(store, draft([second]), "request-2"));
  expect(again.detail.words).toContain("has already been applied to another Deposit");
  await ledger().deleteDeposit(store, deposit.id);
  expect((await moves()).every(({ open }) => open)).toBe(true);
});

it("are read one by one just before posting", async () => {
  await enter([120.5, 80]);
  const [, second] = await moves();
  if (!second) throw new Error("two wait");
  const found = await ledger().readPayments(store, [second]);
  expect(found.find(({ providerId }) => providerId === second.providerId)).toMatchObject({
    amount: 8_000,
    open: true,
  });
});

it("that a Deposit took meanwhile are told, though QuickBooks lists only the Deposit", async () => {
  await enter([120.5]);
  const [waiting] = await moves();
  if (!waiting) throw new Error("one waits");
  await control(emulators, "POST", "/clock", { offsetSeconds: 1800 });
  const later = new Date(Date.now() + 900_000).toISOString();
  await ledger().createDeposit(store, draft([waiting]), "request-1");
  const found = await changes(later, {});
  expect(found.payments).toMatchObject([{ providerId: waiting.providerId, open: false }]);
});

it("lines that an edit removed are deleted, the others stay", async () => {
  const { Id, SyncToken } = await enter([120.5, 80]);
  const stored = await moves();
  await enter([120.5], { Id, SyncToken });
  const asked: string[][] = [];
  const linesOf = async (ids: string[]) => {
    asked.push(ids);
    return stored;
  };
  const found = await changes(aMinuteAgo(), { linesOf });
  expect(asked).toEqual([[Id]]);
  expect(found.deleted).toMatchObject([{ providerId: stored[1]?.providerId }]);
  expect(found.payments).toMatchObject([{ providerId: stored[0]?.providerId, open: true }]);
});

it("all lines of a deleted entry are deleted", async () => {
  const { Id, SyncToken } = await enter([120.5, 80]);
  const stored = await moves();
  await call("POST", "journalentry?operation=delete", { Id, SyncToken });
  const found = await changes(aMinuteAgo(), { linesOf: async () => stored });
  expect(found.deleted.map(({ providerId }) => providerId)).toEqual(
    stored.map(({ providerId }) => providerId),
  );
});

it("a transfer that was moved to other accounts is deleted", async () => {
  const { Id, SyncToken } = await transfer(account("Checking"), undeposited);
  await call("POST", "transfer", {
    ...{ Id, SyncToken, Amount: 45.6 },
    FromAccountRef: { value: account("Checking") },
    ToAccountRef: { value: account("Savings") },
  });
  const found = await changes(aMinuteAgo(), {});
  expect(found.deleted).toEqual([{ kind: "Transfer", providerId: Id }]);
  expect(found.payments).toEqual([]);
});
