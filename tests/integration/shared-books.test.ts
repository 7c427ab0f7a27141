import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { credentialStore } from "@/server/connections/credentials";
import { requireIntegration } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import { postDeposit } from "@/server/posting/post-deposit";
import { getLedger } from "@/server/providers/registry";
import { booksOf, clearFaults, control, injectFault } from "@/tests/support/emulators";
import { FIXED_DAY, type WorldName } from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { KIND_ACCOUNTS } from "../support/company";
import { eventually } from "../support/eventually";
import { type Running, settled, startWorkers } from "../support/worker";
import { inWorld } from "../support/world";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({
    seed: 6,
    today: FIXED_DAY,

    company: "empty",
  });
  Object.assign(process.env, emulators.env);
});
afterAll(() => emulators.close());

interface Company {
  companyId: string;
  token: string;
}

/** Two companies of this installation with the same QuickBooks and the same Stripe. */
async function twoIn(world: WorldName): Promise<[Company, Company]> {
  const one = await inWorld(world, emulators);
  const other = await inWorld(world, emulators);
  return [one, other];
}

const listOf = async ({ token }: Company) =>
  (await ok("GET", "/qb/deposit-status/", token)).deposits;
const inQuickBooks = async () => (await booksOf(emulators)).deposits;
const liveOf = ({ companyId }: Company) =>
  adminDb().posting.findFirstOrThrow({ where: { companyId, NOT: { state: "undone" } } });
const undo = ({ token }: Company, deposit_id: number) =>
  ok("POST", "/qb/undo/", token, { deposit_id });

describe("both post at the same moment", () => {
  let workers: Running;
  beforeAll(async () => {
    workers = await startWorkers();
  });
  afterAll(() => workers.stop());

  test("each payout gets one Deposit with one owner, whose undo opens it in the other", async () => {
    const [one, other] = await twoIn("matched");
    const before = (await inQuickBooks()).length;
    const revisions = await Promise.all(
      [one, other].map(
        async ({ token }) => (await ok("GET", "/qb/posting-review/", token)).revision,
      ),
    );
    await Promise.all(
      [one, other].map(({ token }, index) =>
        ok("POST", "/qb/post-ready/", token, { revision: revisions[index] }),
      ),
    );
    await settled(one.token);
    const posted = await adminDb().posting.findMany({
      where: { companyId: { in: [one.companyId, other.companyId] }, state: "posted" },
    });
    const ids = [...new Set(posted.map(({ quickbooksDepositId }) => quickbooksDepositId))];
    expect(ids.length).toBeGreaterThan(4);
    expect((await inQuickBooks()).length - before).toBe(ids.length);
    for (const id of ids) {
      const own = posted.filter(({ quickbooksDepositId }) => quickbooksDepositId === id);
      expect(own.map(({ adopted }) => adopted).sort(), `Deposit ${id}`).toEqual([false, true]);
    }

    const owned = posted.find(({ adopted }) => !adopted);
    const quickbooksId = owned?.quickbooksDepositId;
    const [owner, linked] = owned?.companyId === one.companyId ? [one, other] : [other, one];
    const shown = async (company: Company) => {
      const deposits = await listOf(company);
      return deposits.find(({ quickbook_id: id }: { quickbook_id: string }) => id === quickbooksId);
    };
    const theirs = await shown(linked);
    await undo(linked, theirs.id);
    expect((await inQuickBooks()).map(({ id }) => id)).toContain(quickbooksId);
    expect((await shown(owner)).status).toBe("posted");
  });

  test("the owner is told before an undo, and the other company's deposit opens at once", async () => {
    const [one, other] = await twoIn("posted");
    const [deposit] = (await listOf(one)).filter(
      ({ status, posting }: { status: string; posting: { adopted: boolean } }) =>
        status === "posted" && !posting.adopted,
    );
    const key = { companyId_id: { companyId: other.companyId, id: deposit.id } };
    const theirs = await adminDb().posting.updateMany({
      where: { companyId: other.companyId, quickbooksDepositId: deposit.quickbook_id },
      data: { adopted: true },
    });
    expect(theirs.count).toBe(1);
    const detail = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, one.token);
    expect(detail.shown_elsewhere).toBe(true);
    await undo(one, deposit.id);
    expect((await inQuickBooks()).map(({ id }) => id)).not.toContain(deposit.quickbook_id);
    await eventually(async () =>
      expect((await adminDb().deposit.findUniqueOrThrow({ where: key })).status).not.toBe("posted"),
    );
    const { history } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, other.token);
    expect(JSON.stringify(history)).toContain(`Deposit ${deposit.quickbook_id}`);
    const notified = await adminDb().notification.findMany({
      where: { companyId: other.companyId, kind: "issue" },
    });
    expect(notified.map(({ body }) => body).join()).toContain(
      `Deposit ${deposit.quickbook_id} was deleted in QuickBooks`,
    );
    await settled(other.token);
  });
});

describe("a payout without a payment in the books", () => {
  let one: Company;
  let other: Company;

  /** Matched in the company by an account for its one line: nothing in QuickBooks would refuse a second Deposit. */
  async function matchedByAccount({ companyId, token }: Company) {
    await ok("POST", "/stripe/save-payouts/", token);
    const [{ id }] = await listOf({ companyId, token });
    const { deposit } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, token);
    const { accounts } = await ok("GET", "/qb/accounts/", token);
    const account = accounts.find(({ Name }: { Name: string }) => Name === KIND_ACCOUNTS.refund);
    await ok("POST", "/qb/book-line/", token, {
      ...{ deposit_id: id, line_id: deposit.lines[0].id, kind: "charge", account_id: account.Id },
    });
  }

  beforeEach(async () => {
    // Of the tests before, whose emulated books are gone.
    await adminDb().posting.updateMany({ data: { ownedPayout: null } });
    [one, other] = await twoIn("connected");
    await adminDb().companySettings.updateMany({ data: { autoPost: false } });
    await control(emulators, "/stripe/payouts", { charges: [{ amount: 5_000, name: "Ann" }] });
    const workers = await startWorkers();
    for (const company of [one, other]) await matchedByAccount(company);
    await settled(one.token);
    await workers.stop();
    await adminDb().posting.updateMany({
      where: { state: "held" },
      data: { state: "queued", nextAttemptAt: new Date() },
    });
  });

  async function post(company: Company) {
    const { id } = await liveOf(company);
    await adminDb().posting.updateMany({ where: { id }, data: { nextAttemptAt: new Date() } });
    await postDeposit(systemContext(company.companyId), id);
    return liveOf(company);
  }

  const creation = (kind: string, more: object = {}) =>
    injectFault(emulators, {
      ...{ provider: "quickbooks", match: { method: "POST", path: "/deposit?" }, kind, times: 2 },
      ...more,
    });

  /** Its worker crashed so long ago. */
  const crashed = ({ companyId }: Company, ms: number) =>
    adminDb().posting.updateMany({
      where: { companyId, NOT: { state: "undone" } },
      data: { state: "sending", heartbeatAt: new Date(Date.now() - ms) },
    });

  async function demandOne(owner: Company, linked: Company) {
    const deposits = await inQuickBooks();
    expect(deposits).toHaveLength(1);
    const quickbooksDepositId = deposits[0]?.id;
    const posted = { state: "posted", quickbooksDepositId };
    expect(await liveOf(owner)).toMatchObject({ ...posted, adopted: false });
    expect(await liveOf(linked)).toMatchObject({ ...posted, adopted: true, ownedPayout: null });
  }

  test("posted by both at once it is one Deposit", async () => {
    // Both have searched, and found nothing, before the first one's request is answered.
    await creation("delay", { delayMs: 1_500 });
    const [first] = await Promise.all([post(one), post(other)]);
    const [owner, linked] =
      first.state === "posted" && !first.adopted ? [one, other] : [other, one];
    // On a slow machine it has searched later, and linked at once.
    if ((await liveOf(linked)).state !== "posted") await post(linked);
    await demandOne(owner, linked);
  });

  test("an answer that was lost: the sender owns it, whoever records it first", async () => {
    await creation("cut_after");
    expect(await post(one)).toMatchObject({ state: "queued", outcomeUnknown: true });
    expect(await post(other)).toMatchObject({ state: "posted", adopted: true });
    await post(one);
    await demandOne(one, other);
  });

  test("a request that never arrived: the other waits, then posts, and the sender links", async () => {
    await creation("cut");
    expect(await post(one)).toMatchObject({ state: "queued", outcomeUnknown: true });
    expect(await post(other)).toMatchObject({ state: "queued", outcomeUnknown: false });
    expect(await inQuickBooks()).toEqual([]);
    await crashed(one, 60_000);
    expect(await post(other)).toMatchObject({ state: "queued" });
    await crashed(one, 3_600_000);
    await clearFaults(emulators);
    expect(await post(other)).toMatchObject({ state: "posted", adopted: false });
    await post(one);
    await demandOne(other, one);
    const { deposit_id, effect } = { deposit_id: (await liveOf(one)).depositId, effect: "unlink" };
    await ok("POST", "/qb/undo/", one.token, { deposit_id, effect });
    expect(await inQuickBooks()).toHaveLength(1);
  });

  test("an undo whose own request is unanswered leaves the other company's Deposit", async () => {
    await creation("cut");
    await post(one);
    await crashed(one, 3_600_000);
    await clearFaults(emulators);
    await post(other);
    await adminDb().posting.updateMany({
      where: { companyId: one.companyId },
      data: { state: "failed" },
    });
    const { depositId, outcomeUnknown } = await liveOf(one);
    expect(outcomeUnknown).toBe(true);
    await undo(one, depositId);
    expect(await inQuickBooks()).toHaveLength(1);
    expect(await liveOf(other)).toMatchObject({ state: "posted", adopted: false });
  });

  test("the owner's Deposit counts although the list of Deposits lags behind", async () => {
    expect(await post(one)).toMatchObject({ state: "posted", adopted: false });
    await adminDb().deposit.updateMany({
      where: { companyId: other.companyId },
      // The search looks around this day, and finds nothing.
      data: { txnDate: new Date("2026-05-04") },
    });
    await post(other);
    await demandOne(one, other);
  });

  test("where the owner's Deposit is gone from QuickBooks, the other may post", async () => {
    await post(one);
    const ctx = systemContext(one.companyId);
    const books = await requireIntegration(ctx, "quickbooks");
    const [deposit] = await inQuickBooks();
    await getLedger(books.provider).deleteDeposit(
      credentialStore(ctx, books, "bookkeeping"),
      deposit?.id ?? "",
    );
    expect(await post(other)).toMatchObject({ state: "posted", adopted: false });
    expect(await inQuickBooks()).toHaveLength(1);
    expect(await liveOf(one)).toMatchObject({ state: "posted", ownedPayout: null });
  });

  test("receipts that the other has created keep the payout its own", async () => {
    const posting = await liveOf(one);
    const books = await adminDb().integration.findFirstOrThrow({
      where: { companyId: one.companyId, provider: "quickbooks" },
    });
    const { id: paymentId } = await adminDb().ledgerPayment.create({
      data: {
        ...{ companyId: one.companyId, integrationId: books.id, kind: "SalesReceipt" },
        ...{ providerId: "900", txnDate: new Date(), amount: 5_000n, currency: "USD" },
      },
    });
    await adminDb().plannedPayment.create({
      data: {
        ...{ companyId: one.companyId, depositId: posting.depositId, paymentId },
        ...{ requestId: crypto.randomUUID(), sentAt: new Date(), createdAt: new Date() },
      },
    });
    const source = await adminDb().deposit.findFirstOrThrow({
      where: { companyId: one.companyId },
    });
    await adminDb().posting.updateMany({
      where: { companyId: one.companyId },
      data: {
        ...{
          state: "failed",
          ownedPayout: `${books.externalAccountId} stripe ${source.providerId}`,
        },
      },
    });
    expect(await post(other)).toMatchObject({ state: "queued" });
    expect(await inQuickBooks()).toEqual([]);

    // Once it is disconnected it can't delete them any more, and nobody waits for it.
    await adminDb().integration.updateMany({
      where: { companyId: one.companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    expect(await post(other)).toMatchObject({ state: "posted", adopted: false });
  });
});
