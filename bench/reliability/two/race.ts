import { setTimeout as delay } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import { adminDb } from "@/tests/support/admin-db";
import { booksOf, control } from "@/tests/support/emulators";
import {
  type Answer,
  type Call,
  caller,
  connectCompany,
  connectCompanyToXero,
  insist,
  signUp,
} from "../../client";
import { book } from "../matrix/books";
import { xeroDocuments } from "../matrix/xero-books";

const POLL_MS = 20;
const GIVE_UP_AFTER_MS = 900_000;

export interface Round {
  payout: string;
  /** Counts that should all be one. */
  deposits: number;
  matches: number;
  postings: number;
  inQuickBooks: number;
}

/**
 * One sale per round. All instances are asked at the same moment to sync both providers, then to match the
 * payout, then to post it, while their workers do the same by themselves.
 */
export async function race(
  urls: readonly string[],
  emulators: Emulators,
  rounds: number,
  onRound: (number: number) => void = () => undefined,
): Promise<Round[]> {
  const token = await connectCompany(urls[0] ?? "", emulators);
  const calls = urls.map((url) => caller(url, token));
  const payouts: string[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    await untilSynced();
    const payout = await createSale(emulators, 10_000 + number * 37);
    payouts.push(payout);
    await everywhere(calls, (call) => call("POST", "/stripe/save-payouts/"));
    await everywhere(calls, (call) => call("POST", "/qb/sync-payments/"));
    await untilSynced();
    const deposit_id = await depositOf(payout);
    await everywhere(calls, (call) => call("POST", "/qb/auto-match/", { deposit_id }));
    await everywhere(calls, (call) => call("POST", "/qb/retry-posting/", { deposit_id }));
    await untilPosted(deposit_id);
    onRound(number);
  }
  return Promise.all(payouts.map((payout) => countAll(emulators, payout)));
}

/**
 * Sends the same request to all instances at once. "Already done" and "in progress" are allowed answers;
 * errors are not.
 */
async function everywhere(calls: readonly Call[], send: (call: Call) => Promise<Answer>) {
  const answers = await Promise.all(calls.map((call) => runInCompanyQueue(() => send(call))));
  const broken = answers.find(({ status }) => status !== 200 && status !== 409);
  if (broken) throw new Error(`${broken.status} ${JSON.stringify(broken.body)}`);
}

/** A hundred deposits in a row are more than a company may ask for within a minute. */
async function runInCompanyQueue(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 429 || answer.retryAfterSeconds === 0) return answer;
  await delay(answer.retryAfterSeconds * 1000);
  return runInCompanyQueue(send);
}

async function createSale(emulators: Emulators, amount: number): Promise<string> {
  const name = `Customer ${amount}`;
  await control(emulators, "/quickbooks/payments", { amount, customer: name });
  const made = await control(emulators, "/stripe/payouts", { charges: [{ amount, name }] });
  return (made as { payout: { id: string } }).payout.id;
}

async function depositOf(payout: string): Promise<number> {
  const deposit = await adminDb().deposit.findFirst({ where: { providerId: payout } });
  if (!deposit) throw new Error(`both synced, and no deposit exists for payout ${payout}`);
  return deposit.id;
}

/** A sync that is under way before a sale may miss it, and one that takes long is answered for before it ends. */
function untilSynced(): Promise<void> {
  return until("a sync is under way", async () => {
    const state = { in: [...ACTIVE_RUN_STATES] };
    return (await adminDb().syncRun.count({ where: { state } })) === 0;
  });
}

function untilPosted(id: number): Promise<void> {
  return until(`deposit ${id} isn't posted`, async () => {
    const deposit = await adminDb().deposit.findFirst({ where: { id } });
    return deposit?.status === "posted";
  });
}

async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${otherwise}, still`);
    await delay(POLL_MS);
  }
}

async function countAll(emulators: Emulators, payout: string): Promise<Round> {
  const found = { deposit: { providerId: payout } };
  const { deposits } = await booksOf(emulators);
  return {
    payout,
    deposits: await adminDb().deposit.count({ where: { providerId: payout } }),
    matches: await adminDb().match.count({ where: found }),
    postings: await adminDb().posting.count({ where: found }),
    inQuickBooks: deposits.filter(({ note }) => note.includes(payout)).length,
  };
}

export const isOne = ({ deposits, matches, postings, inQuickBooks }: Round): boolean =>
  [deposits, matches, postings, inQuickBooks].every((count) => count === 1);

/**
 * One sale per round, with the books in Xero. All instances are asked at the same moment to sync both providers, then to
 * post the payout.
 * @returns for each payout the documents that Xero has of it
 */
export async function raceInXero(
  urls: readonly string[],
  emulators: Emulators,
  rounds: number,
): Promise<string[][]> {
  await control(emulators, "/xero/company", { country: "US" });
  const token = await connectCompanyToXero(urls[0] ?? "", emulators);
  const calls = urls.map((url) => caller(url, token));
  const payouts: string[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    await untilSynced();
    const amount = 30_000 + number * 37;
    const name = `Customer ${amount}`;
    await book(emulators, "books in Xero", { amount, customer: name });
    const { payout } = await control(emulators, "/stripe/payouts", { charges: [{ amount, name }] });
    payouts.push(payout.id);
    await everywhere(calls, (call) => call("POST", "/stripe/save-payouts/"));
    await everywhere(calls, (call) => call("POST", "/xero/sync/"));
    await untilSynced();
    const deposit_id = await depositOf(payout.id);
    await everywhere(calls, (call) => call("POST", "/qb/auto-match/", { deposit_id }));
    await everywhere(calls, (call) => call("POST", "/qb/retry-posting/", { deposit_id }));
    await untilPosted(deposit_id);
  }
  const documents = await xeroDocuments(emulators);
  return payouts.map((id) =>
    documents.flatMap(({ text, reference }) => (reference.includes(id) ? text : [])).sort(),
  );
}

/** Whether Xero has its fee and its transfer, each once. */
export const isBookedOnce = (documents: readonly string[]): boolean =>
  documents.map((text) => text.split(" ")[0]).join() === "SPEND,TRANSFER";

interface CompletedRound {
  payout: string;
  /** Counts that should all be one: what was planned, and what QuickBooks got of it. */
  planned: number;
  receipts: number;
  customers: number;
  inQuickBooks: number;
  /** Deposits and receipts after the undo: none. */
  left: number;
}

/**
 * One sale per round that the books lack. All instances are asked at the same moment to plan its receipt, to post it,
 * and to undo that.
 */
export async function raceToComplete(
  urls: readonly string[],
  emulators: Emulators,
  rounds: number,
): Promise<CompletedRound[]> {
  // Of books that no other company posts to.
  const token = await connectCompany(urls[0] ?? "", emulators, "9341450000000002");
  const calls = urls.map((url) => caller(url, token));
  const results: CompletedRound[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const amount = 20_000 + number * 37;
    const name = `Newcomer ${number}`;
    await untilSynced();
    const made = await control(emulators, "/stripe/payouts", { charges: [{ amount, name }] });
    const payout: string = made.payout.id;
    await everywhere(calls, (call) => call("POST", "/stripe/save-payouts/"));
    await untilSynced();
    const deposit_id = await depositOf(payout);
    const line = await adminDb().depositLine.findFirstOrThrow({
      where: { depositId: deposit_id, kind: "charge" },
    });
    const customer = { Id: null, name };
    const receipt = { customer, item_id: "1", date: line.date.toISOString().slice(0, 10) };
    const body = { deposit_id, line_ids: [line.id], receipt };
    await everywhere(calls, (call) => call("POST", "/qb/plan-receipt/", body));
    await everywhere(calls, (call) => call("POST", "/qb/retry-posting/", { deposit_id }));
    await untilPosted(deposit_id);
    const books = await booksOf(emulators);
    const counts = {
      planned: await adminDb().plannedPayment.count({ where: { depositId: deposit_id } }),
      receipts: books.payments.filter((payment) => payment.amount === amount).length,
      customers: await adminDb().plannedPayment.count({
        where: { depositId: deposit_id, createdCustomerId: { not: null } },
      }),
      inQuickBooks: books.deposits.filter(({ note }) => note.includes(payout)).length,
    };
    await everywhere(calls, (call) => call("POST", "/qb/undo/", { deposit_id }));
    const after = await booksOf(emulators);
    const left =
      after.deposits.filter(({ note }) => note.includes(payout)).length +
      after.payments.filter((payment) => payment.amount === amount).length;
    results.push({ payout, ...counts, left });
  }
  return results;
}

export const isCompletedOnce = (round: CompletedRound): boolean =>
  [round.planned, round.receipts, round.customers, round.inQuickBooks].every(
    (count) => count === 1,
  ) && round.left === 0;

/**
 * A sale and a transfer per round at PayPal. All instances are asked at the same moment to sync.
 * @returns the ids of the kept rows and of the deposits
 */
export async function raceOverRows(
  urls: readonly string[],
  emulators: Emulators,
  rounds: number,
): Promise<{ rows: string[]; deposits: string[] }> {
  const { token } = await signUp(urls[0] ?? "", "rows");
  const calls = urls.map((url) => caller(url, token));
  const { paypalClientId: client_id, paypalClientSecret: client_secret } = emulators.credentials;
  const first = caller(urls[0] ?? "", token);
  await insist(first, "POST", "/paypal/connect/", { client_id, client_secret });
  // PayPal lists what is some hours old.
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
  for (let number = 1; number <= rounds; number += 1) {
    await untilSynced();
    const days = rounds - number + 1;
    await control(emulators, "/paypal/transactions", {
      events: [
        { type: "sale", id: `SALE${number}`, amount: 10_000, fee: 379, at: daysAgo(days) },
        { type: "withdrawal", id: `TRANSFER${number}`, at: daysAgo(days - 0.5) },
      ],
    });
    await everywhere(calls, (call) => call("POST", "/paypal/sync/"));
  }
  await untilSynced();
  const ids = (found: readonly { providerId: string }[]) =>
    found.map(({ providerId }) => providerId);
  const rows = await adminDb().balanceTransaction.findMany({ orderBy: { id: "asc" } });
  const deposits = await adminDb().deposit.findMany({
    where: { integration: { provider: "paypal" } },
    orderBy: { providerId: "asc" },
  });
  return { rows: ids(rows), deposits: ids(deposits) };
}
