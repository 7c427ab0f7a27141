import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { Role } from "@/lib/constants/roles";
import { requireIntegration } from "@/server/connections/find";
import { type Freshness, forgetLists, ledgerList } from "@/server/connections/ledger-cache";
import { systemContext } from "@/server/platform/company-id";
import type { Opened } from "@/tools/worlds/snapshot";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { type Answer, call, ok } from "../support/client";
import { connectQuickBooks } from "../support/company";
import { control, createSale, injectFault } from "../support/emulators";
import { eventually } from "../support/eventually";
import { join, seedApiToken, seedPerson } from "../support/members";
import { type Running, settled, startWorkers } from "../support/worker";
import { inWorld } from "../support/world";

// What a company's users, tokens and work read at QuickBooks, and what of it other companies notice: nothing.
process.env.QUICKBOOKS_MONTHLY_READS = "500000";

let emulators: Emulators;
let workers: Running;
let own: Opened;

beforeAll(async () => {
  emulators = await startEmulators({
    seed: 6,
    today: FIXED_DAY,

    company: "empty",
  });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});
beforeEach(async () => {
  await adminDb().monthlyReads.deleteMany();
  await adminDb().companyReads.deleteMany();
  await adminDb().throttle.deleteMany();
  await adminDb().integration.updateMany({ data: { status: "disconnected", credentials: null } });
  own = await inWorld("connected", emulators);
});

async function readsOf(work: () => Promise<unknown>): Promise<number> {
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  await work();
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    ({ path, method }: Record<string, string>) =>
      method === "GET" && path?.startsWith("/v3/company/"),
  ).length;
}

const get = (path: string, { token } = own) => call("GET", path, { token });
const rowOf = ({ companyId }: Pick<Opened, "companyId">) =>
  adminDb().companyReads.findFirstOrThrow({ where: { company: companyId } });
const setLevel = ({ companyId }: Pick<Opened, "companyId">, level: number) =>
  adminDb().companyReads.updateMany({ where: { company: companyId }, data: { level } });
async function ownLedger() {
  const ctx = systemContext(own.companyId);
  return [ctx, await requireIntegration(ctx, "quickbooks")] as const;
}

/** A list of one number, which counts how often it was read. */
async function listOf() {
  const [ctx, integration] = await ownLedger();
  let reads = 0;
  return (freshness: Freshness, now: number) =>
    ledgerList(ctx, integration, "counted", async () => [++reads], { freshness, now });
}

const forget = ({ companyId } = own) => forgetLists(systemContext(companyId));

async function asRole(role: Role): Promise<string> {
  const person = await seedPerson();
  await join(own.companyId, person, role);
  return person.signIn(own.companyId);
}

async function lastSync({ token } = own): Promise<{ state: string; message: string }> {
  // A posting may wait for hours: the sync alone is waited for.
  await call("POST", "/qb/sync-payments/", { token });
  const { runs } = await ok("GET", "/sync-runs/", token);
  return runs.find(({ integration_type: type }: Record<string, string>) => type === "quickbook");
}

/** A deposit that is ready to be posted. */
async function readyDeposit({ token } = own): Promise<number> {
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  await createSale(emulators, 5_000, "Ann Baker");
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const [{ id, status }] = deposits;
  if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
  return id;
}

async function postReady({ token } = own): Promise<void> {
  const { revision } = await ok("GET", "/qb/posting-review/", token);
  await ok("POST", "/qb/post-ready/", token, { revision });
}

describe("a list of the books", () => {
  const LISTS = ["/qb/lists/", "/qb/accounts/", "/qb/line-lists/", "/qb/bank-account/"];

  test("is read once for all who ask at the same time, and kept for them", async () => {
    const together = await readsOf(() =>
      Promise.all(LISTS.flatMap((path) => [get(path), get(path)])),
    );
    // Accounts, items, tax codes, classes and ways of payment.
    expect(together).toBe(5);
    expect(await readsOf(() => Promise.all(LISTS.map((path) => get(path))))).toBe(0);
    expect(await readsOf(() => get("/qb/customers/?search=Ann"))).toBe(1);
    expect(await readsOf(() => get("/qb/customers/?search=Ann"))).toBe(0);
    expect(await readsOf(() => get("/qb/customers/?search=Bob"))).toBe(1);
  });

  test("is kept for minutes, read anew on request once a minute, and fresh where something is decided", async () => {
    const list = await listOf();
    // Minutes pass ten times as fast in tests.
    const at = (minutes: number) => 1_000 + minutes * 6_000;
    expect(await list("kept", at(0))).toEqual([1]);
    expect(await list("reload", at(0.9))).toEqual([1]);
    expect(await list("reload", at(1))).toEqual([2]);
    expect(await list("kept", at(2))).toEqual([2]);
    expect(await list("fresh", at(2))).toEqual([3]);
    expect(await list("kept", at(6.9))).toEqual([3]);
    expect(await list("kept", at(7))).toEqual([4]);
  });

  test("that is being read while it changes is not kept", async () => {
    let answer = (_: number[]) => {};
    const first = ledgerList(
      ...(await ownLedger()),
      "held",
      () => new Promise<number[]>((resolve) => (answer = resolve)),
    );
    forget();
    answer([1]);
    expect(await first).toEqual([1]);
    expect(await ledgerList(...(await ownLedger()), "held", async () => [2])).toEqual([2]);
  });

  test("gives way to those of companies that asked later", async () => {
    const [ctx, integration] = await ownLedger();
    const read = async () => [1];
    await ledgerList(ctx, integration, "mine", read);
    for (let nth = 0; nth < 500; nth += 1) {
      await ledgerList(ctx, { ...integration, externalAccountId: `other ${nth}` }, "mine", read);
    }
    expect(await ledgerList(ctx, integration, "mine", async () => [2])).toEqual([2]);
  });

  test("that could not be read is not kept, and a choice is checked against a fresh one", async () => {
    await injectFault(emulators, {
      ...{ provider: "quickbooks", match: { path: "/v3/company" }, kind: "status", status: 403 },
    });
    expect((await get("/qb/accounts/")).status).toBe(502);
    const { accounts } = await ok("GET", "/qb/accounts/", own.token);
    const { Id: account_id } = accounts.find(({ group }: { group: string }) => group === "Expense");
    const body = { integration_type: "stripe", kind: "fee", account_id };
    expect(await readsOf(() => ok("PUT", "/settings/accounts/", own.token, body))).toBe(1);
    expect(await readsOf(() => get("/qb/accounts/"))).toBe(0);
  });

  test("never is another company's, and ends with the connection", async () => {
    const other = await inWorld("connected", emulators);
    await get("/qb/accounts/");
    expect(await readsOf(() => get("/qb/accounts/", other))).toBe(1);

    await ok("POST", "/qb/disconnect-quickbook/", own.token);
    expect((await get("/qb/bank-account/")).status).toBe(409);
    await connectQuickBooks(own.token);
    await settled(own.token);
    expect(await readsOf(() => get("/qb/accounts/"))).toBe(1);
    // By another process, which forgets nothing here.
    await adminDb().integration.updateMany({
      where: { companyId: own.companyId, provider: "quickbooks", status: "connected" },
      data: { externalAccountId: "1234567890" },
    });
    expect((await get("/qb/accounts/")).status).not.toBe(200);
  });

  test("is not read for who can't choose: the stored names are shown", async () => {
    const viewer = { ...own, token: await asRole("viewer") };
    let banks: Answer | undefined;
    const reads = await readsOf(async () => {
      banks = await get("/settings/banks/", viewer);
      expect((await get("/settings/payment-account/", viewer)).status).toBe(200);
    });
    expect(reads).toBe(0);
    expect(banks?.body.accounts).toEqual([
      { Id: "31", Name: "Checking", currency: "USD" },
      { Id: "33", Name: "Euro Account", currency: "EUR" },
    ]);
    expect(await readsOf(() => get("/settings/banks/"))).toBe(1);
  });
});

describe("a program that reads in a loop", () => {
  test("gets 429 at its company's part, and everything of the others and the company's own work go on", async () => {
    const other = await inWorld("connected", emulators);
    const deposit_id = await readyDeposit(other);
    const { token } = await seedApiToken(own.companyId, await adminOf(own), "bookkeeper");
    const search = (nth: number) => call("GET", `/qb/customers/?search=x${nth}`, { token });
    expect((await search(0)).status).toBe(200);
    const { part } = await rowOf(own);
    const full = (part / (30 * 24)) * 72;
    await setLevel(own, full * 0.75 + 2);

    const answers: Answer[] = [];
    for (let nth = 1; nth < 8; nth += 1) answers.push(await search(nth));
    const refused = answers.at(-1);
    expect([refused?.status, refused?.body.code]).toEqual([429, "rate_limited"]);
    expect(refused?.body.message).toMatch(
      /^Your company has used its part of QuickBooks' monthly reads for now\. More from \d{4}-\d\d-\d\d, \d\d:00 UTC\.$/,
    );
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await readsOf(() => search(9))).toBe(0);

    // Its people and its work, for whom more is kept.
    expect((await get("/qb/customers/?search=Carol")).status).toBe(200);
    expect(await lastSync()).toMatchObject({ state: "succeeded" });
    // The other company, as ever.
    expect(await lastSync(other)).toMatchObject({ state: "succeeded" });
    const { banks } = await ok("GET", "/qb/bank-account/", other.token);
    const bank = { bank_id: banks[0].Id, bank_name: banks[0].Name };
    await ok("POST", "/qb/save-bank/", other.token, bank);
    await postReady(other);
    await settled(other.token);
    const { deposits } = await ok("GET", "/qb/deposit-status/", other.token);
    expect(deposits).toMatchObject([{ id: deposit_id, status: "posted" }]);
    await ok("POST", "/qb/undo/", other.token, { deposit_id });
  });

  test("has half of the requests that its company has", async () => {
    const { token } = await seedApiToken(own.companyId, await adminOf(own), "bookkeeper");
    const polls: number[] = [];
    for (let nth = 0; nth < 61; nth += 1) {
      polls.push((await call("GET", "/qb/accounts/", { token })).status);
    }
    expect([polls.filter((status) => status === 200).length, polls.at(-1)]).toEqual([60, 429]);
    expect((await get("/qb/accounts/")).status).toBe(200);
  });
});

async function adminOf({ user }: Opened): Promise<{ userId: number }> {
  return { userId: user.id };
}

describe("with four fifths of the month's reads used", () => {
  test("lists wait, and syncs and postings go on by each company's own part of the rest", async () => {
    const deposit_id = await readyDeposit();
    await adminDb().monthlyReads.updateMany({ data: { reads: 400_000 } });
    forget();
    const refused = await get("/qb/accounts/");
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(refused.body.message).toContain("the rest is kept for imports and postings");
    expect(await lastSync()).toMatchObject({ state: "succeeded" });
    await postReady();
    await settled(own.token);
    const { deposits } = await ok("GET", "/qb/deposit-status/", own.token);
    expect(deposits).toMatchObject([{ id: deposit_id, status: "posted" }]);
    await ok("POST", "/qb/undo/", own.token, { deposit_id });
    expect((await rowOf(own)).reserveReads).toBeGreaterThan(3);
  });
});

test("a company that syncs in a loop makes itself wait, its posting says until when, and goes on then", async () => {
  const other = await inWorld("connected", emulators);
  const deposit_id = await readyDeposit();
  // On the same books, which both have their part of.
  expect(await lastSync(other)).toMatchObject({ state: "succeeded" });
  await setLevel(own, 1);
  const { message } = await lastSync();
  expect(message).toMatch(/^Your company has used its part .* Imports and postings continue at /);
  expect(await readsOf(() => lastSync())).toBe(0);

  await postReady();
  const posting = async () => {
    const { deposits } = await ok("GET", "/qb/deposit-status/", own.token);
    return deposits[0].posting;
  };
  await eventually(async () => expect(await posting()).toMatchObject({ state: "queued", message }));
  const { waitsUntil } = await rowOf(own);
  await eventually(async () => {
    const row = await adminDb().posting.findFirstOrThrow({ where: { depositId: deposit_id } });
    expect(row.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
  });
  expect(waitsUntil?.getTime()).toBeGreaterThan(Date.now());
  expect(await lastSync(other)).toMatchObject({ state: "succeeded" });

  await adminDb().companyReads.updateMany({ data: { level: 500, waitsUntil: null } });
  expect(await lastSync()).toMatchObject({ state: "succeeded" });
  await ok("POST", "/qb/retry-posting/", own.token, { deposit_id });
  await eventually(async () => expect(await posting()).toMatchObject({ state: "posted" }));
  // An undo is told so at once.
  await setLevel(own, 0);
  const undone = await call("POST", "/qb/undo/", { token: own.token, body: { deposit_id } });
  expect([undone.status, undone.body]).toMatchObject([429, { code: "rate_limited", message }]);
  expect(Number(undone.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await posting()).toMatchObject({ state: "posted" });
});

test("a single 429 near the allowance pauses its company only, and is over with the next answer", async () => {
  await lastSync();
  await adminDb().monthlyReads.updateMany({ data: { reads: 475_000 } });
  await injectFault(emulators, {
    ...{ provider: "quickbooks", match: { method: "GET", path: "/v3/company" } },
    ...{ kind: "status", status: 429 },
  });
  // It pauses, and is repeated.
  expect(await lastSync()).toMatchObject({ state: "succeeded" });
  const row = await adminDb().monthlyReads.findFirstOrThrow();
  expect(row).toMatchObject({ refusedAt: null, refusedSince: null, refusals: 0 });
});

test("who reads says what for: work goes on where choices stop", async () => {
  await readyDeposit();
  const { expenses } = await get("/qb/get-expense/").then(({ body }) => body);
  const { part } = await rowOf(own);
  // Half of what may be read at once is kept for syncs and postings.
  await setLevel(own, (part / (31 * 24)) * 72 * 0.4);
  forget();
  for (const path of [
    "/qb/lists/",
    "/qb/customers/?search=q",
    "/settings/banks/",
    "/qb/bank-account/",
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 429]);
  }
  const chosen = { integration_type: "stripe", kind: "fee", account_id: expenses[0].Id };
  await ok("PUT", "/settings/accounts/", own.token, chosen);
  expect(await lastSync()).toMatchObject({ state: "succeeded" });
  await control(emulators, "/quickbooks/company", { readsLeft: null });
  await postReady();
  await settled(own.token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", own.token);
  expect(deposits).toMatchObject([{ status: "posted" }]);
});
