import { describe, expect, test } from "vitest";
import { mintCompanyId } from "@/server/platform/company-id";
import { postDeposit } from "@/server/posting/post-deposit";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { settled } from "../support/worker";
import {
  company,
  control,
  depositOf,
  emulators,
  inOneCompany,
  inQuickBooks,
  seed,
  sync,
} from "./stripe-payouts/world";

inOneCompany();

describe("a payout that the bank returns", () => {
  test("is flagged when it was posted, and one undo releases its payments", async () => {
    const payout = await seed(11_100, "Ada Lovelace");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const posted = await depositOf(payout);
    expect(posted).toMatchObject({ status: "posted", payout_status: "paid", payout_issue: "" });

    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "posted",
      payout_status: "failed",
      payout_issue:
        "The bank returned this payout. It's posted in QuickBooks. Undo it so its payments can be deposited again.",
    });
    const { notifications } = await ok("GET", "/notifications/", company.token);
    const notified = notifications.filter(({ title }: { title: string }) =>
      title.includes(payout.id),
    );
    expect(notified).toHaveLength(1);
    expect(notified[0].body).toBe("It's posted in QuickBooks. Open it and undo the match.");

    await ok("POST", "/qb/undo/", company.token, { deposit_id: posted.id });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "pending",
      payout_issue: "The bank returned this payout. It won't be matched or posted.",
    });
    expect(await inQuickBooks(payout)).toEqual([]);

    const { transactions } = await ok("GET", "/qb/get-payment/", company.token);
    const payment = transactions.find(
      ({ CustomerName }: { CustomerName: string }) => CustomerName === "Ada Lovelace",
    );
    const byHand = await call("POST", "/qb/match-transaction/", {
      token: company.token,
      body: {
        stripe_transaction_ids: [posted.id],
        stripe_transaction_amount: Number(posted.total_amt),
        quickbooks_transaction_ids: [payment.Id],
        quickbooks_transaction_amount: Number(payment.TotalAmt),
      },
    });
    expect(byHand.status).toBe(409);
    expect(byHand.body.message).toBe("This payout didn't reach the bank, so it can't be matched.");
    expect((await depositOf(payout)).status).toBe("pending");
  });

  test("is paid out again: the later payout deposits its customers' payments, less the fees", async () => {
    const first = await seed(20_000, "Grace Hopper");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    await control("/stripe/payouts/change", { id: first.id, status: "failed" });
    await sync();
    await ok("POST", "/qb/undo/", company.token, { deposit_id: (await depositOf(first)).id });
    const again = await seed(5_000, "Alan Turing", { again: first.id });
    expect(again.amount).toBe(first.amount + 5_000 - 175);
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    // A user has undone the same charge and payment: they are offered, and nobody is asked for anything else.
    const deposit = await depositOf(again);
    expect(deposit).toMatchObject({ status: "suggested" });
    await ok("POST", "/qb/confirm-match/", company.token, { deposit_id: deposit.id });
    await settled(company.token);
    const [made] = await inQuickBooks(again);
    expect(made).toMatchObject({ total: again.amount });
    const booked = made?.lines.filter(({ linked }) => linked === null) ?? [];
    expect(booked.map(({ amount }) => amount)).toEqual([-785]);
  });

  test("is no longer posted when it was not posted yet", async () => {
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: emulators.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const payout = await seed(7_700, "Edsger Dijkstra");
    await settled(token);
    await ok("POST", "/qb/sync-payments/", token);
    await sync(token);
    expect(await depositOf(payout, token)).toMatchObject({
      status: "matched",
      posting: { state: "blocked" },
    });
    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync(token);
    const deposit = await depositOf(payout, token);
    expect(deposit).toMatchObject({ status: "pending", payout_status: "failed", posting: null });
    const { history } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, token);
    expect(history[0]).toMatchObject({
      action: "deposit.payout_returned",
      text: "Unmatched because the payout didn't reach the bank",
    });

    const { banks } = await ok("GET", "/qb/bank-account/", token);
    await ok("POST", "/qb/save-bank/", token, { bank_id: banks[0].Id, bank_name: banks[0].Name });
    const { expenses } = await ok("GET", "/qb/get-expense/", token);
    await ok("POST", "/stripe/save-category/", token, { category: expenses[0] });
    await settled(token);
    expect(await inQuickBooks(payout)).toEqual([]);
    expect((await depositOf(payout, token)).status).toBe("pending");
  });

  test("is not claimed while its posting is queued", async () => {
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: emulators.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const payout = await seed(8_800, "Barbara Liskov");
    await settled(token);
    await ok("POST", "/qb/sync-payments/", token);
    await sync(token);
    const { id } = await depositOf(payout, token);
    // The bank's return and the worker coincide: the row has changed, the match is still live.
    await adminDb().deposit.updateMany({ where: { id }, data: { payoutStatus: "failed" } });
    await adminDb().posting.updateMany({
      where: { depositId: id },
      data: { state: "queued", nextAttemptAt: new Date(Date.now() - 1_000) },
    });
    const posting = await adminDb().posting.findFirstOrThrow({ where: { depositId: id } });
    const companyId = mintCompanyId(posting.companyId);
    await postDeposit({ companyId, userId: null, requestId: null }, posting.id);
    expect(await adminDb().posting.findFirst({ where: { depositId: id } })).toMatchObject({
      state: "queued",
      attempts: posting.attempts,
    });
    expect(await inQuickBooks(payout)).toEqual([]);

    await control("/stripe/payouts/change", { id: payout.id, status: "failed" });
    await sync(token);
    expect(await depositOf(payout, token)).toMatchObject({ status: "pending", posting: null });
  });
});
