import { describe, expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
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

eachInACompanyOfItsOwn({});

const HARBOR = "Blue Harbor";

async function accountNamed(name: string): Promise<{ Id: string; Name: string }> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const { Id } = accounts.find(({ Name }: { Name: string }) => Name === name);
  return { Id, Name: name };
}

/** A customer and a class as QuickBooks has them. */
async function tagsOf(customerName: string) {
  const { ledger, store } = await ledgerOf();
  const [customer] = await ledger.customers(store, customerName);
  const [ofClass] = await ledger.classes(store);
  if (!customer || !ofClass) throw new Error("QuickBooks has the customer, and classes");
  return {
    customer: { Id: customer.id, Name: customer.name },
    class: { Id: ofClass.id, Name: ofClass.name },
  };
}

/** The lines on accounts of the one Deposit, as QuickBooks answers them. */
async function detailsInQuickBooks(): Promise<Record<string, { name: string } | undefined>[]> {
  const { deposits } = await booksOf(emulators);
  expect(deposits).toHaveLength(1);
  const { Deposit } = await inQuickBooks("GET", `deposit/${deposits[0]?.id}`);
  return Deposit.Line.flatMap(
    ({ DepositLineDetail }: { DepositLineDetail?: object }) => DepositLineDetail ?? [],
  );
}

const OTHER = { Id: "999999", Name: "Nobody" };

describe("a difference", () => {
  async function seedDifference() {
    await ok("PUT", "/settings/company/", token, {
      ...(await ok("GET", "/settings/company/", token)),
      auto_match: false,
    });
    await control("/stripe/payouts", { charges: [{ amount: 50_000, name: HARBOR }] });
    const { Payment } = await control("/quickbooks/payments", { amount: 30_000, customer: HARBOR });
    await syncBoth();
    const { id, total_amt } = await theDeposit();
    const account = await accountNamed("Sales Tax Payable");
    const match = (tags: object) =>
      call("POST", "/qb/match-transaction/", {
        token,
        body: {
          stripe_transaction_ids: [id],
          stripe_transaction_amount: Number(total_amt),
          quickbooks_transaction_ids: [Payment.Id],
          quickbooks_transaction_amount: 300,
          difference_account: account,
          ...tags,
        },
      });
    return { id, account, match };
  }

  test("is recorded for a customer and a class, which the journal entry shows", async () => {
    const { id, account, match } = await seedDifference();
    const { customer, class: ofClass } = await tagsOf(HARBOR);
    const matched = await match({ difference_customer: customer, difference_class: ofClass });
    expect([matched.status, matched.body.message]).toEqual([
      200,
      "Transactions matched successfully",
    ]);
    await settled(token);
    const [difference, fees] = await detailsInQuickBooks();
    expect(difference).toEqual({
      AccountRef: { value: account.Id, name: account.Name },
      Entity: { value: customer.Id, name: HARBOR, type: "CUSTOMER" },
      ClassRef: { value: ofClass.Id, name: ofClass.Name },
    });
    expect(Object.keys(fees ?? {})).toEqual(["AccountRef"]);
    const { journal } = await detailOf(id);
    expect(journal.lines).toContainEqual(
      expect.objectContaining({ account: account.Name, customer: HARBOR, class: ofClass.Name }),
    );
  });

  test("is not recorded for a customer or a class that QuickBooks doesn't have", async () => {
    const { match } = await seedDifference();
    for (const [field, what] of [
      ["difference_customer", "customer"],
      ["difference_class", "class"],
    ] as const) {
      const refused = await match({ [field]: OTHER });
      const message = `This ${what} isn't in QuickBooks any more. Choose again.`;
      expect([refused.status, refused.body.fields]).toEqual([422, { [field]: message }]);
    }
    expect((await theDeposit()).status).toBe("pending");
  });
});

describe("a line that QuickBooks doesn't know", () => {
  async function seedRefund() {
    await control("/stripe/payouts", {
      charges: [{ amount: 60_000, name: HARBOR, refunded: 4_500 }],
    });
    await control("/quickbooks/payments", { amount: 60_000, customer: HARBOR });
    await syncBoth();
    const { id } = await theDeposit();
    const { bookings } = await detailOf(id);
    const account = await accountNamed("Refunds and Allowances");
    const line = { deposit_id: id, line_id: bookings[0].line_id, kind: "refund" };
    return { id, line: { ...line, account_id: account.Id }, account };
  }

  test("is booked for a customer and a class", async () => {
    const { id, line, account } = await seedRefund();
    const { customer, class: ofClass } = await tagsOf(HARBOR);
    await ok("POST", "/qb/book-line/", token, { ...line, customer, class: ofClass });
    await settled(token);
    expect(await detailsInQuickBooks()).toContainEqual({
      AccountRef: { value: account.Id, name: account.Name },
      Entity: { value: customer.Id, name: HARBOR, type: "CUSTOMER" },
      ClassRef: { value: ofClass.Id, name: ofClass.Name },
    });
    const { journal } = await detailOf(id);
    expect(journal.lines).toContainEqual(
      expect.objectContaining({ account: account.Name, customer: HARBOR, class: ofClass.Name }),
    );
  });

  test("keeps what is not spoken of, and loses what is taken back", async () => {
    await ok("PUT", "/settings/company/", token, {
      ...(await ok("GET", "/settings/company/", token)),
      auto_match: false,
    });
    const { line } = await seedRefund();
    const { customer, class: ofClass } = await tagsOf(HARBOR);
    const stored = async () => {
      const { bookedCustomerName, className } = await adminDb().depositLine.findFirstOrThrow({
        where: { id: line.line_id },
      });
      return [bookedCustomerName, className];
    };
    await ok("POST", "/qb/book-line/", token, { ...line, customer, class: ofClass });
    expect(await stored()).toEqual([HARBOR, ofClass.Name]);
    await ok("POST", "/qb/book-line/", token, line);
    expect(await stored()).toEqual([HARBOR, ofClass.Name]);
    await ok("POST", "/qb/book-line/", token, { ...line, customer: null });
    expect(await stored()).toEqual([null, ofClass.Name]);
    const refused = await call("POST", "/qb/book-line/", {
      token,
      body: { ...line, class: OTHER },
    });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { class: "This class isn't in QuickBooks any more. Choose again." },
    ]);
    expect(await stored()).toEqual([null, ofClass.Name]);
  });
});

describe("a Deposit that someone else made", () => {
  test("shows what QuickBooks holds", async () => {
    await control("/stripe/payouts", { charges: [{ amount: 50_000, name: HARBOR }] });
    await syncBoth();
    const { id, source_id, total_amt } = await theDeposit();
    const { Payment } = await control("/quickbooks/payments", { amount: 50_000, customer: HARBOR });
    const fee = 500 - Number(total_amt);
    const { customer, class: ofClass } = await tagsOf(HARBOR);
    const { banks } = await ok("GET", "/qb/bank-account/", token);
    const fees = await accountNamed("Bank Charges");
    const bank = banks.find(({ Name }: { Name: string }) => Name === "Savings");
    const { Deposit } = await inQuickBooks("POST", "deposit", {
      DepositToAccountRef: { value: bank.Id },
      TxnDate: "2026-11-02",
      PrivateNote: `Entered by hand for ${source_id}`,
      Line: [
        { Amount: 500, LinkedTxn: [{ TxnId: Payment.Id, TxnType: "Payment", TxnLineId: "0" }] },
        {
          Amount: Number((-fee).toFixed(2)),
          DetailType: "DepositLineDetail",
          Description: "Card fees",
          DepositLineDetail: {
            AccountRef: { value: fees.Id },
            Entity: { value: customer.Id, type: "CUSTOMER" },
            ClassRef: { value: ofClass.Id },
          },
        },
      ],
    });
    await ok("POST", "/qb/sync-payments/", token);
    await settled(token);
    const { deposit, journal } = await detailOf(id);
    expect(deposit).toMatchObject({ status: "posted", quickbook_id: Deposit.Id });
    expect(deposit.posting).toMatchObject({ adopted: true });
    const none = { customer: "", class: "", number: "", debit: "0.00", credit: "0.00" };
    const memo = `Entered by hand for ${source_id}`;
    expect(journal).toEqual({
      posted: true,
      memo,
      created: [],
      lines: [
        { ...none, account: "Savings", memo, debit: total_amt },
        {
          ...{ ...none, account: "Undeposited Funds", memo: `Payment ${Payment.Id}` },
          ...{ customer: HARBOR, credit: "500.00" },
        },
        {
          ...{ ...none, account: "Bank Charges", memo: "Card fees", debit: fee.toFixed(2) },
          ...{ customer: HARBOR, class: ofClass.Name },
        },
      ],
      total: "500.00",
    });
  });
});
