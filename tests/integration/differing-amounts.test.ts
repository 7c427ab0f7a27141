import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

describe("a charge in another currency than its payment", () => {
  const charge = {
    ...{ gross: 108_40, customer: "Elin Strand", description: "Invoice 2207" },
    paid: { amount: 100_00, currency: "EUR" },
  };
  const euros = {
    ...{ amount: 100_00, currency: "EUR", customer: "Elin Strand", number: "2207" },
    worth: { amount: 107_95, currency: "USD" },
  };

  test("is told with both amounts and the exchange gain, and can't be confirmed or matched by hand", async () => {
    const books = await MatchingBooks.create();
    await books.chooseReceipts();
    const { id, lines } = await books.deposit([charge]);
    const { providerId } = await books.payment(euros);
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
    const { reasons, deposit } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
    expect(deposit.status).toBe("pending");
    expect(reasons).toMatchObject([
      {
        code: "currency_differs",
        text: "Invoice 2207, 108.40: the customer paid 100.00 EUR, which is payment 2207 in QuickBooks, there worth 107.95: an exchange gain of 0.45. A Deposit there has one currency. Deposit payment 2207 to a clearing account in QuickBooks for 108.40, then choose that account for this charge.",
        ...{ action: "choose_account", line_id: lines[0]?.id },
        quickbooks_url: expect.stringContaining(`txnId=${providerId}`),
      },
    ]);
    const named = { deposit_id: id, line_id: lines[0]?.id };
    const options = await ok(
      "GET",
      `/qb/line-options/?deposit_id=${id}&line_id=${lines[0]?.id}`,
      books.token,
    );
    // A receipt would record the sale a second time.
    expect(options).toMatchObject({ receipt: null, booking: "charge", candidates: [] });
    expect(
      await call("POST", "/qb/match-line/", {
        token: books.token,
        body: { ...named, payment_ids: [providerId] },
      }),
    ).toMatchObject({
      status: 422,
      body: { message: "Payments in another currency can't be matched with this deposit." },
    });
    expect(
      await call("POST", "/qb/confirm-match/", { token: books.token, body: { deposit_id: id } }),
    ).toMatchObject({ status: 409 });
  });

  test("names the Deposit that the payment is on once it was deposited by hand", async () => {
    const books = await MatchingBooks.create();
    const { id } = await books.deposit([charge]);
    const { id: paymentId } = await books.payment(euros);
    await adminDb().ledgerPayment.updateMany({
      where: { companyId: books.companyId, id: paymentId },
      data: { state: "deposited", depositedOn: "88" },
    });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
    const { reasons } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
    expect(reasons).toMatchObject([
      {
        code: "already_matched",
        text: "Invoice 2207, 108.40: payment 2207 is already on Deposit 88 in QuickBooks.",
      },
    ]);
  });
});

describe("one receipt for charges of two payouts", () => {
  test("is what both lines say, and neither is offered a receipt", async () => {
    const books = await MatchingBooks.create();
    await books.chooseReceipts();
    const half = { gross: 250_00, customer: "Ada Quist", description: "Invoice 9104" };
    const [first, second] = [await books.deposit([half]), await books.deposit([half])];
    const { providerId } = await books.payment({
      ...{ amount: 500_00, customer: "Ada Quist", number: "9104" },
    });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: first.id });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: second.id });
    for (const { id, lines } of [first, second]) {
      const { reasons } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
      expect(reasons).toMatchObject([
        {
          code: "part_of_payment",
          text: "This charge of 250.00 and one of 250.00 in the payout of Mar 5 are payment 9104 of 500.00 in QuickBooks. A payment can be on one Deposit only: divide it there, one for each charge.",
          ...{ action: "check_again", line_id: lines[0]?.id },
          quickbooks_url: expect.stringContaining(`txnId=${providerId}`),
        },
      ]);
      const options = await ok(
        "GET",
        `/qb/line-options/?deposit_id=${id}&line_id=${lines[0]?.id}`,
        books.token,
      );
      expect(options.receipt).toBeNull();
    }
    expect(await books.matchedWith(first.id)).toEqual([]);
    expect(await books.matchedWith(second.id)).toEqual([]);
  });
});

describe("a tip and a gift card", () => {
  eachInACompanyOfItsOwn({});

  test("are suggested with their differences, which are booked to the accounts that a user chooses", async () => {
    await control("/stripe/payouts", {
      charges: [
        { amount: 58_40, name: "Ada Quist" },
        { amount: 70_00, name: "Ola Brandt" },
      ],
    });
    const ada = await control("/quickbooks/payments", { amount: 48_40, customer: "Ada Quist" });
    const ola = await control("/quickbooks/payments", { amount: 100_00, customer: "Ola Brandt" });
    await syncBoth();
    const { id: deposit_id, status } = await theDeposit();
    expect(status).toBe("pending");
    const detail = await detailOf(deposit_id);
    expect(
      detail.reasons.map(({ code, action }: Record<string, string>) => [code, action]),
    ).toEqual([
      ["amount_differs", "choose"],
      ["partly_paid", "choose"],
    ]);
    expect(detail.reasons[0].text).toContain("The other 30.00 may have been paid by gift card");
    expect(detail.reasons[1].text).toContain("The other 10.00 may be a tip or a surcharge");
    const { accounts } = await ok("GET", "/qb/accounts/", token);
    const idOf = (name: string) =>
      accounts.find(({ Name }: { Name: string }) => Name === name)?.Id ?? "";
    const choose = (line_id: number, { Payment }: { Payment: { Id: string } }, account: string) =>
      ok("POST", "/qb/match-line/", token, {
        ...{ deposit_id, line_id, payment_ids: [Payment.Id] },
        difference_account_id: idOf(account),
      });
    const [giftCard, tip] = detail.reasons.map(({ line_id }: { line_id: number }) => line_id);
    await choose(giftCard, ola, "Stripe Reserve");
    await choose(tip, ada, "Sales Tax Payable");
    await settled(token);
    const state = await (await fetch(`${emulators.control.url}/state`)).json();
    const booked = state.deposits.flatMap(
      ({ lines }: { lines: { amount: number; account: { value: string } | null }[] }) =>
        lines.flatMap(({ amount, account }) => (account ? [[account.value, amount]] : [])),
    );
    expect(booked).toContainEqual([idOf("Sales Tax Payable"), 10_00]);
    expect(booked).toContainEqual([idOf("Stripe Reserve"), -30_00]);
    expect((await theDeposit()).status).toBe("posted");
  });
});
