import { describe, expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
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
  accountId,
  balanceOf,
  choose,
  clearingPayment,
  confirmed,
  depositInBooks,
  freePayments,
  mixedPayout,
  postedMix,
  stored,
  type Wire,
} from "./payment-account/world";

eachInACompanyOfItsOwn();

describe("a payment in the chosen account", () => {
  test("is on the Deposit as a line that takes it out of there, beside one that is linked", async () => {
    const { cleared, waiting, deposit } = await postedMix();
    const wire = await depositInBooks(deposit.quickbook_id);
    const linked = wire.Line.flatMap(({ LinkedTxn }) => LinkedTxn ?? []);
    expect(linked).toMatchObject([{ TxnId: waiting.Id }]);
    const clearing = await accountId("Stripe Clearing");
    expect(
      wire.Line.filter((line) => line.DepositLineDetail?.AccountRef.value === clearing),
    ).toMatchObject([
      {
        Amount: 120.5,
        Description: expect.stringContaining(`Payment ${cleared.Id}, Ann Baker`),
        DepositLineDetail: { Entity: { value: cleared.CustomerRef.value } },
      },
    ]);
    // The clearing account is down to nothing, the bank has the payout, the rest are fees.
    expect(await balanceOf("Stripe Clearing")).toBe(0);
    expect(await balanceOf("Checking")).toBe(Math.round(Number(deposit.total_amt) * 100));
    const { journal } = await detailOf(deposit.id);
    const credits = journal.lines.map((line: Record<string, string>) => [
      line.account,
      line.credit,
    ]);
    expect(credits).toContainEqual(["Stripe Clearing", "120.50"]);
    expect(credits).toContainEqual(["Undeposited Funds", "83.17"]);
    expect(await stored(cleared.Id)).toEqual(["deposited", deposit.quickbook_id]);
  });

  test("stays posted when it is read again: as it was, edited, and with all others", async () => {
    const { cleared, deposit } = await postedMix();
    await syncBoth();
    const note = { ...cleared, PrivateNote: "Checked" };
    await inQuickBooks("POST", "payment", note);
    await syncBoth();
    await adminDb().integration.updateMany({
      where: { provider: "quickbooks", status: "connected" },
      data: { cursor: {} },
    });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "posted" });
    expect(await stored(cleared.Id)).toEqual(["deposited", deposit.quickbook_id]);
    expect(await freePayments()).toEqual([]);
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
  });

  test("is shown in the journal entry before it is posted", async () => {
    await control("/quickbooks/company", { closedUntil: "2026-11-30" });
    await mixedPayout();
    await choose();
    await syncBoth();
    const deposit = await confirmed();
    expect(deposit).toMatchObject({ status: "matched", posting: { state: "blocked" } });
    const { journal } = await detailOf(deposit.id);
    expect(journal).toMatchObject({ posted: false });
    expect(
      journal.lines.map(({ account, credit }: Record<string, string>) => [account, credit]),
    ).toContainEqual(["Stripe Clearing", "120.50"]);
  });

  test("is open again once the deposit is undone", async () => {
    const { cleared, deposit } = await postedMix();
    await ok("POST", "/qb/undo/", token, { deposit_id: deposit.id });
    expect(await stored(cleared.Id)).toEqual(["open", null]);
    await syncBoth();
    expect(await stored(cleared.Id)).toEqual(["open", null]);
    expect(await balanceOf("Stripe Clearing")).toBe(12_050);
  });

  test("is open again once its Deposit is deleted in QuickBooks", async () => {
    const { cleared, deposit } = await postedMix();
    const { ledger, store } = await ledgerOf();
    await ledger.deleteDeposit(store, deposit.quickbook_id);
    await syncBoth();
    expect(["pending", "suggested"]).toContain((await theDeposit()).status);
    expect(await stored(cleared.Id)).toEqual(["open", null]);
  });

  test("stays on an edited Deposit as long as that takes it out, and is open after that", async () => {
    const { cleared, deposit } = await postedMix();
    const wire = await depositInBooks(deposit.quickbook_id);
    const fees = wire.Line.at(-1);
    const more = { ...wire, Line: wire.Line.map((line) => (line === fees ? half(line) : line)) };
    await inQuickBooks("POST", "deposit", more);
    await syncBoth();
    expect(["pending", "suggested"]).toContain((await theDeposit()).status);
    expect(await stored(cleared.Id)).toEqual(["deposited", deposit.quickbook_id]);

    const edited = await depositInBooks(deposit.quickbook_id);
    const clearing = await accountId("Stripe Clearing");
    const without = edited.Line.filter(
      (line) => line.DepositLineDetail?.AccountRef.value !== clearing,
    );
    await inQuickBooks("POST", "deposit", { ...edited, Line: without });
    await syncBoth();
    expect(await stored(cleared.Id)).toEqual(["open", null]);
  });

  test.each([
    ["another amount", { TotalAmt: 121.5 }],
    ["in Undeposited Funds", { DepositToAccountRef: undefined }],
  ])("releases its deposit when it is changed in QuickBooks: %s", async (_, change) => {
    const { cleared, deposit } = await postedMix();
    const { DepositToAccountRef, ...payment } = cleared;
    const to = "DepositToAccountRef" in change ? {} : { DepositToAccountRef };
    await inQuickBooks("POST", "payment", { ...payment, ...to, ...change });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ quickbook_id: "" });
    expect((await booksOf(emulators)).deposits.map(({ id }) => id)).toEqual([deposit.quickbook_id]);
    const { notifications } = await ok("GET", "/notifications/", token);
    expect(notifications.map(({ body }: { body: string }) => body).join()).toContain(
      `Deposit ${deposit.quickbook_id} was changed in QuickBooks (or one of its payments was)`,
    );
  });

  test("releases its deposit when it is deleted in QuickBooks", async () => {
    const { cleared } = await postedMix();
    const { Id, SyncToken } = cleared;
    await inQuickBooks("POST", "payment?operation=delete", { Id, SyncToken });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ quickbook_id: "" });
    expect((await stored(Id))[0]).toBe("gone");
  });

  test("is not posted once it was moved or changed in QuickBooks after it was matched", async () => {
    await control("/quickbooks/company", { closedUntil: "2026-11-30" });
    const { cleared } = await mixedPayout();
    await choose();
    await syncBoth();
    expect((await confirmed()).posting.state).toBe("blocked");
    const { DepositToAccountRef, ...payment } = cleared;
    expect(DepositToAccountRef).toBeTruthy();
    await control("/quickbooks/company", { closedUntil: null });
    await inQuickBooks("POST", "payment", payment);
    const { id } = await theDeposit();
    await ok("POST", "/qb/retry-posting/", token, { deposit_id: id });
    await settled(token);
    expect((await theDeposit()).posting).toMatchObject({
      state: "failed",
      message: `QuickBooks Payment ${cleared.Id} can no longer be deposited. Fix it in QuickBooks and retry, or undo the match.`,
    });
    expect((await booksOf(emulators)).deposits).toEqual([]);
  });
});

const half = (line: Wire["Line"][number]) => ({ ...line, Amount: line.Amount / 2 });

describe("a Deposit that a person made for it", () => {
  test("is linked to where one line of the sum takes the payments out of their account", async () => {
    await control("/quickbooks/company", { closedUntil: "2026-11-30" });
    const charges = [
      { amount: 12_050, name: "Ann Baker" },
      { amount: 8_317, name: "Carl Dorn" },
    ];
    const { payout } = await control("/stripe/payouts", { charges });
    const first = await clearingPayment(12_050, "Ann Baker");
    await clearingPayment(8_317, "Carl Dorn");
    await choose();
    await syncBoth();
    const { id, posting } = await confirmed();
    expect(posting.state).toBe("blocked");
    await control("/quickbooks/company", { closedUntil: null });
    const line = (Amount: number, account: string) => ({
      ...{ Amount, DetailType: "DepositLineDetail" },
      DepositLineDetail: { AccountRef: { value: account } },
    });
    const fees = (payout.amount - 20_367) / 100;
    const { Deposit } = await inQuickBooks("POST", "deposit", {
      ...{ TxnDate: "2026-11-03", PrivateNote: payout.id },
      DepositToAccountRef: { value: await accountId("Checking") },
      Line: [
        line(203.67, await accountId("Stripe Clearing")),
        line(fees, await accountId("Bank Charges")),
      ],
    });
    await ok("POST", "/qb/retry-posting/", token, { deposit_id: id });
    await settled(token);
    const deposit = await theDeposit();
    expect(deposit).toMatchObject({ status: "posted", quickbook_id: Deposit.Id });
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
    const { journal } = await detailOf(id);
    expect(journal.lines).toHaveLength(3);
    expect(journal.lines).toContainEqual(
      expect.objectContaining({ account: "Stripe Clearing", credit: "203.67" }),
    );
    await syncBoth();
    expect(await stored(first.Id)).toEqual(["deposited", Deposit.Id]);
  });
});
