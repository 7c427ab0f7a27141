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
  linkTo,
  postedSale,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

describe("a posted Deposit that is deleted in QuickBooks", () => {
  test("is undone with a reason, is not reposted automatically, and can be posted again manually", async () => {
    const posted = await postedSale();
    const { ledger, store } = await ledgerOf();
    await ledger.deleteDeposit(store, posted.quickbook_id);
    const { run } = await ok("POST", "/qb/sync-payments/", token);
    expect(run.message).toContain("1 posted deposit unmatched");
    await settled(token);

    const deposit = await theDeposit();
    expect(["pending", "suggested"]).toContain(deposit.status);
    expect(deposit).toMatchObject({ quickbook_id: "", posting: null });
    expect((await booksOf(emulators)).deposits).toEqual([]);
    const { history } = await detailOf(deposit.id);
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      `Unmatched because its Deposit ${posted.quickbook_id} was deleted in QuickBooks`,
    );
    const { notifications } = await ok("GET", "/notifications/", token);
    const notified = notifications.filter(({ title }: { title: string }) =>
      title.includes("was deleted in QuickBooks"),
    );
    expect(notified).toHaveLength(1);

    await syncBoth();
    expect((await booksOf(emulators)).deposits).toEqual([]);
    await ok("POST", "/qb/auto-match/", token, { deposit_id: deposit.id });
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
    await settled(token);
    const again = await theDeposit();
    expect(again.status).toBe("posted");
    expect(again.quickbook_id).not.toBe(posted.quickbook_id);
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
  });
});

describe("a posted Deposit that is edited in QuickBooks", () => {
  async function read(id: string) {
    return (await inQuickBooks("GET", `deposit/${id}`)).Deposit;
  }

  test("stays posted when only text changed", async () => {
    const posted = await postedSale();
    const wire = await read(posted.quickbook_id);
    await inQuickBooks("POST", "deposit", { ...wire, PrivateNote: `${wire.PrivateNote}, checked` });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({
      status: "posted",
      quickbook_id: posted.quickbook_id,
    });
  });

  test("is undone when its total differs, and stays in QuickBooks as it is", async () => {
    const posted = await postedSale();
    const more = await control("/quickbooks/payments", { amount: 700, customer: "Late Comer" });
    const wire = await read(posted.quickbook_id);
    await inQuickBooks("POST", "deposit", {
      ...wire,
      Line: [...wire.Line, linkTo(more.Payment.Id, 7)],
    });
    await syncBoth();
    const deposit = await theDeposit();
    expect(["pending", "suggested"]).toContain(deposit.status);
    const { notifications } = await ok("GET", "/notifications/", token);
    expect(notifications.map(({ body }: { body: string }) => body).join()).toContain(
      `Deposit ${posted.quickbook_id} was changed in QuickBooks`,
    );
    const { deposits } = await booksOf(emulators);
    expect(deposits.map(({ id }) => id)).toEqual([posted.quickbook_id]);
    const payments = await adminDb().ledgerPayment.findMany({
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(payments.map(({ depositedOn }) => depositedOn)).toEqual([
      posted.quickbook_id,
      posted.quickbook_id,
    ]);
  });

  test("keeps its posting when the payment was replaced by another that proves the sum", async () => {
    const posted = await postedSale();
    const other = await control("/quickbooks/payments", { amount: 5_000, customer: "Right One" });
    const wire = await read(posted.quickbook_id);
    const direct = wire.Line.filter(({ LinkedTxn }: { LinkedTxn?: unknown }) => !LinkedTxn);
    await inQuickBooks("POST", "deposit", {
      ...wire,
      Line: [linkTo(other.Payment.Id, 50), ...direct],
    });
    await syncBoth();
    const deposit = await theDeposit();
    expect(deposit).toMatchObject({ status: "posted", quickbook_id: posted.quickbook_id });
    const { matches, proof } = await detailOf(deposit.id);
    expect(proof.closes).toBe(true);
    const names = matches.flatMap((match: { payments: { CustomerName: string }[] }) =>
      match.payments.map(({ CustomerName }) => CustomerName),
    );
    expect(names).toEqual(["Right One"]);
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
  });
});
describe("QuickBooks' changes", () => {
  const seeded = async (amount: number) => {
    await control("/quickbooks/payments", { amount, customer: "Ann Baker" });
    await syncBoth();
    return adminDb().ledgerPayment.count({ where: { amount } });
  };

  test("are requested by its clock, however wrong that is", async () => {
    await control("/clock", { offsetSeconds: -7_200 });
    expect(await seeded(1_111)).toBeLessThanOrEqual(1);
    expect(await seeded(1_112)).toBe(1);
    await control("/clock", { offsetSeconds: 7_200 });
    expect(await seeded(1_113)).toBe(1);
    expect(await seeded(1_114)).toBe(1);
  });

  test("are noticed even when nothing is left", async () => {
    const { Payment } = await control("/quickbooks/payments", { amount: 900, customer: "Ann" });
    await syncBoth();
    const { Id, SyncToken } = Payment;
    await inQuickBooks("POST", "payment?operation=delete", { Id, SyncToken });
    await adminDb().integration.updateMany({
      where: { provider: "quickbooks" },
      data: { cursor: {} },
    });
    await syncBoth();
    const kept = await adminDb().ledgerPayment.findMany({ where: { amount: 900 } });
    expect(kept.map(({ state }) => state)).toEqual(["gone"]);
  });
});
