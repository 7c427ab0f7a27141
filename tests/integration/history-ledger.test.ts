import { describe, expect, test } from "vitest";
import { clearFaults } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  ledgerOf,
  linkTo,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";
import {
  attempt,
  attemptsAreSaid,
  depositId,
  fault,
  planned,
  quickbooks,
  rowOf,
  undo,
} from "./planned-payments/world";

eachInACompanyOfItsOwn();
attemptsAreSaid();

/** Oldest first. */
const history = async (): Promise<{ text: string; who: string; action: string }[]> =>
  (await detailOf(depositId)).history.toReversed();
const texts = async () => (await history()).map(({ text }) => text);
const last = async () => (await texts()).at(-1);

const listed = (names: string) => names.split(/, | and /);

/** What of the deposit is in QuickBooks by its history: Deposits and payments by their names, and customers. */
async function told(): Promise<Set<string>> {
  const there = new Set<string>();
  for (const text of await texts()) {
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? "");
    for (const id of all(/(?:QuickBooks as|existing QuickBooks) Deposit (\S+?)(?:;| \(|$)/g)) {
      there.add(`Deposit ${id}`);
    }
    for (const record of all(/^Created in QuickBooks: (.+)$/g)) there.add(record);
    const gone = [
      ...all(/QuickBooks ((?:Deposit|Sales receipt)[^;]*?) deleted/g).flatMap(listed),
      ...all(/^(.+) deleted in QuickBooks by an undo$/g),
      ...all(/((?:Deposit|Sales receipt) \S+) no longer there/g),
      ...all(/because its (Deposit \S+) was deleted/g),
    ];
    for (const record of gone) {
      expect(there, `${text}, but it was not there`).toContain(record);
      there.delete(record);
    }
    const kept = [
      ...all(/((?:Deposit|Sales receipt) [^,]+?) left in QuickBooks/g).flatMap(listed),
      ...all(/QuickBooks (Deposit \S+) unlinked, it stays/g),
      ...all(/customers? (.+?) stays? in QuickBooks/g).flatMap((names) =>
        listed(names).map((name) => `Customer ${name}`),
      ),
      ...all(/\. (.+) stays? there$/g).flatMap(listed),
    ];
    for (const record of kept) expect(there, `${text}, but it was not there`).toContain(record);
  }
  return there;
}

/** The same as QuickBooks has it, without Ann Baker's payment, which was there before. */
async function inTheBooks(): Promise<Set<string>> {
  const { deposits, payments, customers } = await quickbooks();
  return new Set([
    ...deposits.map(({ id }) => `Deposit ${id}`),
    ...payments.filter(({ amount }) => amount !== 5_000).map(({ id }) => `Sales receipt ${id}`),
    ...customers.filter((name) => name !== "Ann Baker").map((name) => `Customer ${name}`),
  ]);
}

async function agrees(): Promise<void> {
  expect(await told()).toEqual(await inTheBooks());
}

async function deleteByHand(): Promise<string> {
  const { ledger, store } = await ledgerOf();
  const id = (await quickbooks()).deposits[0]?.id ?? "";
  await ledger.deleteDeposit(store, id);
  return id;
}

describe("the history says what is in QuickBooks", () => {
  test("after posting, an undo, and posting the same again", async () => {
    const [first, second] = await planned();
    await agrees();
    await attempt();
    await agrees();
    const [deposit] = (await quickbooks()).deposits;
    const receipts = [(await rowOf(second)).providerId, (await rowOf(first)).providerId];
    await undo();
    await agrees();
    expect(await last()).toBe(
      `Match undone, QuickBooks Deposit ${deposit?.id}, Sales receipt ${receipts[0]} and Sales receipt ${receipts[1]} deleted, customers Anna Li and Ben Ortiz stay in QuickBooks`,
    );
  });

  test("after an undo that QuickBooks stopped, and its end", async () => {
    await planned();
    await attempt();
    const path = "/\\/salesreceipt\\?.*operation=delete/";
    await fault(path, "status", { status: 400, skip: 1, times: 6 });
    await call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
    await clearFaults(emulators);
    await agrees();
    expect(await last()).toMatch(/^Sales receipt \S+ deleted in QuickBooks by an undo$/);
    await undo();
    await agrees();
    expect(await last()).toMatch(/^Match undone, QuickBooks Deposit \S+, Sales receipt/);
  });

  test("after an undo that stopped, and a retry that creates everything again", async () => {
    await planned();
    await attempt();
    await fault("/\\/salesreceipt\\?.*operation=delete/", "status", {
      ...{ status: 400, skip: 1, times: 6 },
    });
    await call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
    await clearFaults(emulators);
    await attempt();
    await agrees();
    expect(await texts()).toContain("Posting retried; 1 deleted payment to be created again");
  });

  test("after someone deleted the Deposit and edited a receipt, and the match was undone", async () => {
    const [first] = await planned();
    await attempt();
    const id = await deleteByHand();
    const { providerId } = await rowOf(first);
    const { SalesReceipt } = await inQuickBooks("GET", `salesreceipt/${providerId}`);
    const note = { PrivateNote: "Paid in the shop" };
    await inQuickBooks("POST", "salesreceipt", { ...SalesReceipt, ...note });
    await undo();
    await agrees();
    const text = await last();
    expect(text).toContain(`Deposit ${id} no longer there`);
    expect(text).toContain(
      `Sales receipt ${providerId} left in QuickBooks because changed there since`,
    );
  });

  test("after someone deleted the Deposit, which the next sync sees, and it is posted again", async () => {
    await planned();
    await attempt();
    const id = await deleteByHand();
    await syncBoth();
    await agrees();
    expect((await texts()).some((text) => text.includes(`Deposit ${id} was deleted in`))).toBe(
      true,
    );
    const { deposit } = await detailOf(depositId);
    if (deposit.status === "suggested") {
      await ok("POST", "/qb/confirm-match/", token, { deposit_id: depositId });
      await settled(token);
    }
    await agrees();
    await undo();
    await agrees();
  });

  test("after a posting that stopped halfway", async () => {
    await planned([{ for: "Anna Li" }, { for: "Ben Ortiz", itemId: "99" }]);
    await attempt();
    await agrees();
    expect(await last()).toMatch(/^Posting failed: Sales receipt of Ben Ortiz/);
    await undo();
    await agrees();
  });

  test("after deleting and restoring the deposit here", async () => {
    await planned();
    await attempt();
    const [deposit] = (await quickbooks()).deposits;
    await ok("POST", "/qb/delete-deposit/", token, { deposit_id: depositId });
    await ok("POST", "/qb/restore-deposit/", token, { deposit_id: depositId });
    await agrees();
    expect((await texts()).slice(-2)).toEqual([
      `Deleted here; QuickBooks Deposit ${deposit?.id} stays`,
      `Restored here, still QuickBooks Deposit ${deposit?.id}`,
    ]);
  });

  test("after linking to someone else's Deposit, and unlinking it", async () => {
    await control("/stripe/payouts", { charges: [{ amount: 5_000, name: "Ann Baker" }] });
    await control("/quickbooks/payments", { amount: 5_000, customer: "Ann Baker" });
    const [payment] = (await quickbooks()).payments;
    await ok("POST", "/stripe/save-payouts/", token);
    await settled(token);
    const { id, total_amt, source_id, txn_date } = await theDeposit();
    const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Account");
    const idOf = (name: string) =>
      QueryResponse.Account.find((each: { Name: string }) => each.Name === name).Id;
    const { Deposit } = await inQuickBooks("POST", "deposit", {
      DepositToAccountRef: { value: idOf("Checking") },
      ...{ TxnDate: txn_date, PrivateNote: `Stripe payout ${source_id}` },
      Line: [
        linkTo(payment?.id ?? "", 50),
        {
          Amount: Number((Number(total_amt) - 50).toFixed(2)),
          DetailType: "DepositLineDetail",
          DepositLineDetail: { AccountRef: { value: idOf("Merchant Processing Fees") } },
        },
      ],
    });
    await syncBoth();
    const [linked] = (await detailOf(id)).history;
    expect(linked.text).toMatch(new RegExp(`^Linked to existing QuickBooks Deposit ${Deposit.Id}`));
    await ok("POST", "/qb/undo/", token, { deposit_id: id });
    expect((await detailOf(id)).history[0].text).toBe(
      `Match undone, QuickBooks Deposit ${Deposit.Id} unlinked, it stays there`,
    );
    expect((await quickbooks()).deposits.map((each) => each.id)).toEqual([Deposit.Id]);
  });
});
