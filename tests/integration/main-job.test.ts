import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { systemContext } from "@/server/platform/company-id";
import { autoMatchAfterSync } from "@/server/sync/auto-match-after-sync";
import { type Books, booksOf, control } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany, KIND_ACCOUNTS, type TestCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-02" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  company = await connectedCompany(emulators);
  await settled(company.token);
});

afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const get = (path: string) => ok("GET", path, company.token);
const post = (path: string, body?: unknown) => ok("POST", path, company.token, body);

interface WireDeposit {
  id: number;
  status: string;
  quickbook_id: string;
  total_amt: string;
  source_id: string;
}

async function postedDeposits(): Promise<WireDeposit[]> {
  const { deposits } = await get("/qb/deposit-status/");
  return deposits.filter((deposit: WireDeposit) => deposit.status === "posted");
}

describe("from connected accounts to posted deposits", () => {
  test("most deposits are posted, and the hard ones wait for the user", async () => {
    const summary = await get("/summary/");
    expect(summary.deposits).toBeGreaterThan(30);
    expect(summary.posted).toBeGreaterThan(0);
    expect((summary.posted + summary.matched) / summary.deposits).toBeGreaterThanOrEqual(0.8);
    expect(summary.suggested).toBeGreaterThan(0);
    expect(summary.pending).toBeGreaterThan(0);
  });

  test("QuickBooks holds exactly one Deposit per posted one, equal to its payout to the cent", async () => {
    const books = await booksOf(emulators);
    const posted = await postedDeposits();
    expect(posted.length).toBeGreaterThan(0);
    for (const deposit of posted) {
      const payout = books.payouts.find(({ id }) => id === deposit.source_id);
      const held = books.deposits.filter(({ note }) => note.includes(deposit.source_id));
      expect(held.map(({ id, total }) => ({ id, total }))).toEqual([
        { id: deposit.quickbook_id, total: payout?.amount },
      ]);
    }
    // Another app created one of them first: it is linked, not created again.
    const named = books.deposits.filter(({ note }) => /po_\w+/.test(note));
    expect(named).toHaveLength(posted.length);
    const ours = named.filter(({ note }) => note.includes("Deposit Matcher"));
    expect(ours).toHaveLength(posted.length - 1);
  });

  test("no payment is linked twice, and fees are booked to the chosen account", async () => {
    const { deposits } = await booksOf(emulators);
    const linked = deposits.flatMap((deposit) =>
      deposit.lines.flatMap(({ linked }) => (linked ? `${linked.TxnType} ${linked.TxnId}` : [])),
    );
    expect(linked.length).toBeGreaterThan(200);
    expect(new Set(linked).size).toBe(linked.length);

    const { integrations } = await get("/user/integrations/");
    const stripe = integrations.find(
      (integration: { integration_type: string }) => integration.integration_type === "stripe",
    );
    const ours = deposits.filter(({ note }) => note.includes("Deposit Matcher"));
    const booked = ours.flatMap(({ lines }) => lines.filter((line) => line.linked === null));
    expect(booked.length).toBeGreaterThan(30);
    const isFee = ({ description }: (typeof booked)[number]) => description === "Processing fees";
    for (const line of booked.filter(isFee)) {
      expect(line.account?.value).toBe(stripe.meta_data.id);
    }
  });

  test("what QuickBooks has no payment for is booked to the account of its kind, not to the fees", async () => {
    const { deposits } = await booksOf(emulators);
    const ours = deposits.filter(({ note }) => note.includes("Deposit Matcher"));
    const accountOf = (text: RegExp) => {
      const lines = ours.flatMap((deposit) => deposit.lines);
      const found = lines.filter(({ description }) => text.test(description ?? ""));
      return [...new Set(found.map(({ account }) => account?.name))];
    };
    expect(accountOf(/^REFUND FOR CHARGE/)).toEqual([KIND_ACCOUNTS.refund]);
    expect(accountOf(/^Chargeback (withdrawal|reversal)/)).toEqual([KIND_ACCOUNTS.dispute]);
    expect(accountOf(/^Dispute fee$/)).toEqual([KIND_ACCOUNTS.dispute_fee]);
    expect(accountOf(/^Adjustment/)).toEqual([KIND_ACCOUNTS.adjustment]);
    expect(accountOf(/Usage Fee/)).toEqual([KIND_ACCOUNTS.bill]);
  });

  test("a posted deposit explains itself: the sum closes and every line has its evidence", async () => {
    const [first] = await postedDeposits();
    const detail = await get(`/qb/deposit/?deposit_id=${first?.id}`);
    expect(detail.proof).toMatchObject({ closes: true, difference: "0.00" });
    expect(detail.proof.payout).toBe(first?.total_amt);
    expect(detail.matches.length).toBeGreaterThan(0);
    for (const match of detail.matches) expect(match.evidence.length).toBeGreaterThan(0);
    const actions = detail.history.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["deposit.posted", "deposit.matched", "deposit.received"]);
  });

  test("a payout whose Deposit another app created is linked to it, and undo unlinks it", async () => {
    const before = await booksOf(emulators);
    const theirs = before.deposits.find(
      ({ note }) => /po_\w+/.test(note) && !note.includes("Deposit Matcher"),
    );
    const deposit = (await postedDeposits()).find(
      ({ quickbook_id }) => quickbook_id === theirs?.id,
    );
    const detail = await get(`/qb/deposit/?deposit_id=${deposit?.id}`);
    expect(detail.proof).toMatchObject({ closes: true });
    expect(detail.deposit.posting.message).toContain(`Deposit ${theirs?.id}`);

    await post("/qb/undo/", { deposit_id: deposit?.id });
    expect((await booksOf(emulators)).deposits).toEqual(before.deposits);
    await post("/stripe/save-payouts/");
    await settled(company.token);
    const after = await get(`/qb/deposit/?deposit_id=${deposit?.id}`);
    expect(after.deposit.status).toBe("pending");
  });

  test("a second sync and match changes nothing", async () => {
    const before = { books: await booksOf(emulators), summary: await get("/summary/") };
    await post("/stripe/save-payouts/");
    await post("/qb/sync-payments/");
    await settled(company.token);
    await post("/qb/auto-match-all/");
    await settled(company.token);
    expect({ books: await booksOf(emulators), summary: await get("/summary/") }).toEqual(before);
  });

  test("a matching job whose request was handled starts nothing, however old the payments", async () => {
    const { id } = await adminDb().company.findFirstOrThrow();
    const countRuns = () => adminDb().syncRun.count();
    const before = await countRuns();
    await adminDb().integration.updateMany({ data: { lastSyncedAt: new Date(0) } });
    await autoMatchAfterSync(systemContext(id));
    expect(await countRuns()).toBe(before);
  });
});

describe("payouts that never arrive", () => {
  const failed = { status: "failed", charges: [{ amount: 5_000, name: "Nobody" }] };

  test("a payout that failed before the first sync is not a deposit", async () => {
    const before = await get("/summary/");
    await control(emulators, "/stripe/payouts", failed);
    await post("/stripe/save-payouts/");
    await settled(company.token);
    expect(await get("/summary/")).toEqual(before);
  });
});

describe("decisions of the user", () => {
  async function firstSuggestion(): Promise<WireDeposit> {
    const { suggestions } = await get("/qb/suggestions/");
    return suggestions[0].deposit;
  }
  const statusOf = async (id: number) =>
    (await get(`/qb/deposit/?deposit_id=${id}`)).deposit.status;

  test("undo of a posted deposit deletes its QuickBooks Deposit and frees the payments", async () => {
    const [deposit] = await postedDeposits();
    const before = await booksOf(emulators);
    await post("/qb/undo/", { deposit_id: deposit?.id });
    const after = await booksOf(emulators);
    expect(after.deposits.map(({ id }) => id)).not.toContain(deposit?.quickbook_id);
    const waiting = (books: Books) =>
      books.payments.filter(({ undeposited }) => undeposited).length;
    expect(waiting(after)).toBeGreaterThan(waiting(before));
    expect(await statusOf(deposit?.id ?? 0)).toBe("pending");

    // The engine may suggest it, but no longer decides alone.
    const again = await post("/qb/auto-match/", { deposit_id: deposit?.id });
    expect(again.status).toBe("suggested");
    await post("/qb/confirm-match/", { deposit_id: deposit?.id });
    await settled(company.token);
    expect(await statusOf(deposit?.id ?? 0)).toBe("posted");
    const total = (books: Books) => books.deposits.reduce((sum, { total }) => sum + total, 0);
    expect(total(await booksOf(emulators))).toBe(total(before));
  });

  test("a dismissed suggestion never returns", async () => {
    const deposit = await firstSuggestion();
    const { matches } = await get(`/qb/deposit/?deposit_id=${deposit.id}`);
    const doubtful = matches.filter(({ origin }: { origin: string }) => origin === "suggestion");
    expect(doubtful.length).toBeGreaterThan(0);
    await post("/qb/dismiss-match/", { deposit_id: deposit.id });
    expect(await statusOf(deposit.id)).toBe("pending");
    await post("/qb/auto-match-all/");
    const after = await get(`/qb/deposit/?deposit_id=${deposit.id}`);
    const pairs = (list: { line_ids: number[]; payments: { Id: string }[] }[]) =>
      list.map((match) => [match.line_ids, match.payments.map(({ Id }) => Id)]);
    for (const pair of pairs(doubtful)) expect(pairs(after.matches)).not.toContainEqual(pair);
  });

  test("a deleted deposit stays deleted", async () => {
    const { deposits } = await get("/qb/deposit-status/?status=PENDING");
    const deposit = deposits[0];
    await post("/qb/delete-deposit/", { deposit_id: deposit.id });
    await post("/stripe/save-payouts/");
    await settled(company.token);
    const ids = (await get("/qb/deposit-status/")).deposits.map(({ id }: { id: number }) => id);
    expect(ids).not.toContain(deposit.id);
  });
});
