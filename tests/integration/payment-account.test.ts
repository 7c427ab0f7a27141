import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { call, ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";
import {
  choose,
  clearingPayment,
  confirmed,
  freePayments,
  PATH,
  postedMix,
  stored,
} from "./payment-account/world";

eachInACompanyOfItsOwn();

describe("the choice", () => {
  test("is of accounts in which payments can wait", async () => {
    const { accounts, account, from } = await ok("GET", PATH, token);
    const names = accounts.map(({ Name }: { Name: string }) => Name);
    expect(names).toEqual(expect.arrayContaining(["Savings", "Stripe Clearing"]));
    for (const name of ["Checking", "Euro Account", "Undeposited Funds", "Sales"]) {
      expect(names).not.toContain(name);
    }
    expect(account).toBeNull();
    expect(from).toMatch(/^\d{4}-\d{2}-01$/);
  });

  test.each(["Checking", "Euro Account", "Sales", "Undeposited Funds"])(
    "is not %s",
    async (name) => {
      const where = `where Name = '${name}'`;
      const { QueryResponse } = await inQuickBooks(
        "GET",
        `query?query=select * from Account ${where}`,
      );
      const account_id = QueryResponse.Account[0].Id;
      const body = { account_id, from: "2026-11-01" };
      const refused = await call("PUT", PATH, { token, body });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["account_id"]]);
    },
  );

  test("is not an account of another company, nor a day that no calendar has", async () => {
    const foreign = await call("PUT", PATH, {
      token,
      body: { account_id: "99999", from: "2026-11-01" },
    });
    expect(foreign.status).toBe(422);
    for (const from of ["2026-02-30", "0000-01-01", ""]) {
      const refused = await call("PUT", PATH, { token, body: { account_id: null, from } });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["from"]]);
    }
  });

  test("and the bank account differ, whichever comes first", async () => {
    await choose("2026-11-01", "Savings");
    const { banks } = await ok("GET", "/qb/bank-account/", token);
    const savings = banks.find(({ Name }: { Name: string }) => Name === "Savings");
    const body = { bank_id: savings.Id, bank_name: savings.Name };
    const refused = await call("POST", "/qb/save-bank/", { token, body });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["bank_id"]]);
  });

  test("opens and closes payments by account and day, and says how many", async () => {
    // Only recent ones are named by a sync.
    const daysAgo = (days: number) => addDays(new Date().toISOString().slice(0, 10), -days);
    await clearingPayment(1_000, "Ann Baker", daysAgo(6));
    await clearingPayment(2_000, "Carl Dorn", daysAgo(4));
    const { run } = await ok("POST", "/qb/sync-payments/", token);
    expect(run.message).toContain(
      "2 payments were booked to Stripe Clearing and can't be matched: book them to Undeposited Funds in QuickBooks, or choose Stripe Clearing in QuickBooks Settings",
    );
    expect(await choose(daysAgo(4))).toMatchObject({
      message: `Payments in Stripe Clearing dated ${dayInWords(daysAgo(4), "MM-DD-YYYY")} or later are now matched. 1 more payment can be matched`,
      ...{ opened: 1, closed: 0, unmatched: 0 },
    });
    expect(await freePayments()).toMatchObject([{ TotalAmt: "20.00" }]);
    expect(await choose(daysAgo(30))).toMatchObject({ opened: 1, closed: 0 });
    const { run: next } = await ok("POST", "/qb/sync-payments/", token);
    expect(next.message).not.toContain("can't be matched");
    expect(await choose(daysAgo(3))).toMatchObject({ opened: 0, closed: 2 });
    expect(await choose(daysAgo(30))).toMatchObject({ opened: 2 });
    expect(await choose(daysAgo(30), "Savings")).toMatchObject({ opened: 0, closed: 2 });
    expect(await freePayments()).toEqual([]);
    expect(await choose(daysAgo(30), null)).toMatchObject({ opened: 0, closed: 0 });
    expect((await ok("GET", PATH, token)).account).toBeNull();
  });

  test("releases what is matched and not posted, and leaves what is posted", async () => {
    const { cleared, deposit } = await postedMix();
    expect(await choose("2026-11-01", null)).toMatchObject({ closed: 0, unmatched: 0 });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "posted" });
    expect(await stored(cleared.Id)).toEqual(["deposited", deposit.quickbook_id]);
    // Nobody chose its account any more, so it doesn't wait there once it is undone.
    await ok("POST", "/qb/undo/", token, { deposit_id: deposit.id });
    expect((await stored(cleared.Id))[0]).toBe("gone");

    await control("/quickbooks/company", { closedUntil: "2026-11-30" });
    await choose();
    await ok("POST", "/qb/auto-match/", token, { deposit_id: deposit.id });
    expect(await confirmed()).toMatchObject({ status: "matched" });
    expect(await choose("2026-11-01", null)).toMatchObject({ closed: 1, unmatched: 1 });
    expect(["pending", "suggested"]).toContain((await theDeposit()).status);
    const { history } = await detailOf(deposit.id);
    expect(history.map(({ text }: { text: string }) => text).join()).toContain(
      "changed in QuickBooks Settings",
    );
  });

  test("is the company's own: another one with the same books keeps its payments closed", async () => {
    await clearingPayment(1_000, "Ann Baker");
    const other = await connectedCompany(emulators, {});
    await settled(other.token);
    await choose();
    await ok("POST", "/qb/sync-payments/", other.token);
    await settled(other.token);
    await ok("POST", "/qb/sync-payments/", token);
    expect(await freePayments()).toHaveLength(1);
    expect((await ok("GET", "/qb/get-payment/", other.token)).transactions).toEqual([]);
    expect((await ok("GET", PATH, other.token)).account).toBeNull();
    await ok("POST", "/qb/disconnect-quickbook/", other.token);
  });
});
