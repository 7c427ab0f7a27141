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
      "2 payments can't be matched yet: 2 are in Stripe Clearing. Match payments from Stripe Clearing too, or move them to Undeposited Funds in QuickBooks",
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

describe("in Xero, where payments wait in clearing accounts alone,", () => {
  const day = "2020-01-01";

  async function inXero() {
    await control("/xero/company", { country: "US" });
    const { token: owners } = await connectedCompany(emulators, undefined, {
      ...{ ledger: "xero", autoPost: false, foreignBanks: false },
    });
    const { authorizenetLoginId, authorizenetTransactionKey } = emulators.credentials;
    await ok("POST", "/authorize/connect/", owners, {
      login_id: authorizenetLoginId,
      transcation_key: authorizenetTransactionKey,
    });
    const view = await ok("GET", PATH, owners);
    const named = (name: string) =>
      view.accounts.find(({ Name }: { Name: string }) => Name === name)?.Id;
    const [stripe, authorizeNet] = ["Stripe", "Authorize.Net"].map(
      (name) =>
        view.sources.find((each: { name: string }) => each.name === name).connection_id as string,
    );
    const save = (...chosen: [name: string, connection_id?: string | undefined][]) =>
      call("PUT", PATH, {
        token: owners,
        body: {
          payment_accounts: chosen.map(([name, connection_id = null]) => ({
            ...{ account_id: named(name), from: day, connection_id },
          })),
        },
      });
    const sync = async () => {
      await ok("POST", "/stripe/save-payouts/", owners);
      await ok("POST", "/xero/sync/", owners);
      await settled(owners);
    };
    return { owners, view, stripe, authorizeNet, save, sync };
  }

  test("each account is of one currency and source, which no other's payouts use", async () => {
    const { owners, view, stripe, authorizeNet, save, sync } = await inXero();
    const names = view.accounts.map(({ Name }: { Name: string }) => Name);
    expect(names).toEqual(
      expect.arrayContaining(["PayPal Clearing", "PayPal GBP", "Card Clearing"]),
    );
    // One takes deposits, in the other payments aren't enabled.
    for (const name of ["Business Account", "Processor Reserves"])
      expect(names).not.toContain(name);
    expect(view).toMatchObject({
      has_undeposited_funds: false,
      account: { Name: "Stripe Clearing" },
    });
    const refused = await save(["Stripe Clearing", stripe], ["PayPal Clearing", stripe]);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
      422,
      ["payment_accounts.1.account_id"],
    ]);

    expect(
      (
        await save(
          ["Stripe Clearing", stripe],
          ["PayPal Clearing", authorizeNet],
          ["PayPal GBP", stripe],
        )
      ).body.message,
    ).toContain("Payments in 3 accounts are now matched");
    const pay = (amount: number, customer: string, account: string) =>
      control("/xero/payments", { amount, customer, account });
    await pay(12_500, "Kauri Cafe", "PayPal Clearing");
    await pay(8_000, "Rata Books", "PayPal GBP");
    await control("/stripe/payouts", { charges: [{ amount: 12_500, name: "Kauri Cafe" }] });
    await control("/stripe/payouts", {
      ...{ currency: "gbp", charges: [{ amount: 8_000, name: "Rata Books" }] },
    });
    await sync();
    const deposits = async () => {
      const { deposits: all } = await ok("GET", "/qb/deposit-status/", owners);
      return (currency: string) =>
        all.find((each: { currency: string }) => each.currency === currency);
    };
    const kauri = (await deposits())("USD");
    expect(kauri.status).toBe("pending");
    expect((await deposits())("GBP").status).toBe("matched");
    const detail = `/qb/deposit/?deposit_id=${kauri.id}`;
    const { deposit, reasons } = await ok("GET", detail, owners);
    const [{ id: line_id }] = deposit.lines;
    expect(reasons[0]).toMatchObject({
      code: "other_account",
      text: expect.stringContaining(
        "the payment is in PayPal Clearing. Move it to the clearing account in Xero.",
      ),
    });
    const options = `/qb/line-options/?deposit_id=${kauri.id}&line_id=${line_id}`;
    expect((await ok("GET", options, owners)).candidates).toEqual([]);
    const { transactions } = await ok("GET", "/qb/get-payment/", owners);
    const elsewhere = transactions.find(
      ({ TotalAmt }: { TotalAmt: string }) => TotalAmt === "125.00",
    );
    const byHand = await call("POST", "/qb/match-line/", {
      token: owners,
      body: { deposit_id: kauri.id, line_id, payment_ids: [elsewhere.Id] },
    });
    expect([byHand.status, byHand.body.message]).toEqual([
      422,
      "The payment of Kauri Cafe waits in PayPal Clearing, but Stripe payouts in USD are taken from Stripe Clearing. Book it there in Xero, or change the accounts in Xero Settings.",
    ]);

    // With its own payments closed, and the other account its own, each deposit follows.
    const { body } = await save(["PayPal Clearing", stripe], ["Stripe Clearing"]);
    expect(body).toMatchObject({ closed: 1, unmatched: 1 });
    await settled(owners);
    expect((await deposits())("GBP").status).toBe("pending");
    expect((await deposits())("USD").status).toBe("matched");
    const { body: released } = await save(["PayPal Clearing", authorizeNet], ["Stripe Clearing"]);
    expect(released).toMatchObject({ opened: 0, closed: 0, unmatched: 1 });
    await settled(owners);
    expect((await deposits())("USD").status).toBe("pending");
    await ok("POST", "/xero/disconnect/", owners);
  });
});
