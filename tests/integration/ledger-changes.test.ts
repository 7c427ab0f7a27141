import { describe, expect, test } from "vitest";
import { ok } from "../setup/client";
import { everything } from "../setup/everything";
import { booksOf } from "../setup/stand-in";
import { settled } from "../setup/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  ledgerOf,
  linkTo,
  postedSale,
  sandbox,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

describe("a posted Deposit that somebody deletes in QuickBooks", () => {
  test("is taken back with a word, is not posted again by itself, and can be posted anew", async () => {
    const posted = await postedSale();
    const { ledger, store } = await ledgerOf();
    await ledger.deleteDeposit(store, posted.quickbook_id);
    const { run } = await ok("POST", "/qb/sync-payments/", token);
    expect(run.message).toContain("1 posted deposit taken back");
    await settled(token);

    const deposit = await theDeposit();
    expect(["pending", "suggested"]).toContain(deposit.status);
    expect(deposit).toMatchObject({ quickbook_id: "", posting: null });
    expect((await booksOf(sandbox)).deposits).toEqual([]);
    const { history } = await detailOf(deposit.id);
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      "Taken back, because its Deposit was deleted in QuickBooks",
    );
    const { notifications } = await ok("GET", "/notifications/", token);
    const told = notifications.filter(({ title }: { title: string }) =>
      title.includes("was deleted in QuickBooks"),
    );
    expect(told).toHaveLength(1);

    await syncBoth();
    expect((await booksOf(sandbox)).deposits).toEqual([]);
    await ok("POST", "/qb/auto-match/", token, { deposit_id: deposit.id });
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
    await settled(token);
    const again = await theDeposit();
    expect(again.status).toBe("posted");
    expect(again.quickbook_id).not.toBe(posted.quickbook_id);
    expect((await booksOf(sandbox)).deposits).toHaveLength(1);
  });
});

describe("a posted Deposit that somebody edits in QuickBooks", () => {
  async function read(id: string) {
    return (await inQuickBooks("GET", `deposit/${id}`)).Deposit;
  }

  test("stays posted when only words changed", async () => {
    const posted = await postedSale();
    const wire = await read(posted.quickbook_id);
    await inQuickBooks("POST", "deposit", { ...wire, PrivateNote: `${wire.PrivateNote}, checked` });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({
      status: "posted",
      quickbook_id: posted.quickbook_id,
    });
  });

  test("is taken back when its total is another, and stays there as it is", async () => {
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
      `Somebody changed QuickBooks Deposit ${posted.quickbook_id}`,
    );
    const { deposits } = await booksOf(sandbox);
    expect(deposits.map(({ id }) => id)).toEqual([posted.quickbook_id]);
    const payments = await everything().ledgerPayment.findMany({
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(payments.map(({ depositedOn }) => depositedOn)).toEqual([
      posted.quickbook_id,
      posted.quickbook_id,
    ]);
  });

  test("is followed when the payment was exchanged for another that proves the sum", async () => {
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
    expect((await booksOf(sandbox)).deposits).toHaveLength(1);
  });
});
describe("what changed in QuickBooks", () => {
  const planted = async (amount: number) => {
    await control("/quickbooks/payments", { amount, customer: "Ann Baker" });
    await syncBoth();
    return everything().ledgerPayment.count({ where: { amount } });
  };

  test("is asked for by its clock, however wrong that is by ours", async () => {
    await control("/clock", { offsetSeconds: -7_200 });
    expect(await planted(1_111)).toBeLessThanOrEqual(1);
    expect(await planted(1_112)).toBe(1);
    await control("/clock", { offsetSeconds: 7_200 });
    expect(await planted(1_113)).toBe(1);
    expect(await planted(1_114)).toBe(1);
  });

  test("is noticed also when nothing at all is left", async () => {
    const { Payment } = await control("/quickbooks/payments", { amount: 900, customer: "Ann" });
    await syncBoth();
    const { Id, SyncToken } = Payment;
    await inQuickBooks("POST", "payment?operation=delete", { Id, SyncToken });
    await everything().integration.updateMany({
      where: { provider: "quickbooks" },
      data: { cursor: {} },
    });
    await syncBoth();
    const kept = await everything().ledgerPayment.findMany({ where: { amount: 900 } });
    expect(kept.map(({ state }) => state)).toEqual(["gone"]);
  });
});
