import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/lib/contracts/registry";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { singleton } from "@/server/platform/singleton";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { MatchingBooks } from "../support/matching-books";
import { join, seedApiToken, seedPerson } from "../support/members";
import { ask, KEPT_ENDPOINTS, keptCalls, workedOut } from "./kept-answers/kept-calls";

let books: MatchingBooks;
let depositId: number;

const suggest = (customer: string) =>
  books.suggestion([{ line: { gross: 100_00, customer }, payment: { amount: 100_00, customer } }]);

beforeAll(async () => {
  books = await MatchingBooks.create();
  await books.payment({ amount: 77_00, customer: "Cy" });
  await suggest("Ada");
  const lines = [
    { gross: 40_00, customer: "Bob" },
    { gross: -5_00, kind: "refund" as const },
  ];
  ({ id: depositId } = await books.deposit(lines));
});

const LIST = "/qb/deposit-status/?page=1&page_size=50";
const OVERVIEW = "/companies/overview/";

/** The overview of all companies, none of which this process knows. */
async function overviewWorkedOut(): Promise<string> {
  singleton("kept needs", () => new Map()).clear();
  return (await ask(OVERVIEW, books.token)).text;
}

/** Runs a statement whose changes no trigger logs. */
const unlogged = (sql: string) =>
  adminDb().$transaction([
    adminDb().$executeRawUnsafe("SET LOCAL session_replication_role = replica"),
    adminDb().$executeRawUnsafe(sql),
  ]);

/** Asks until what is kept is what answers: another database's transaction may hide what is known of this one. */
async function keptFor(path: string, token: string): Promise<string> {
  let at = 0;
  return eventually(async () => {
    at += 1;
    const { text } = await ask(path, token);
    await unlogged(`UPDATE deposit_lines SET customer_name = 'Unlogged ${at}', description = 'Unlogged ${at}'
      WHERE company_id = '${books.companyId}'`);
    const again = await ask(path, token);
    expect(again.text).toBe(text);
    return text;
  });
}

describe("an answer is kept", () => {
  test("while nothing is changed, and no longer", async () => {
    const text = await keptFor(LIST, books.token);
    const [line] = await adminDb().depositLine.findMany({ where: { depositId } });
    await adminDb().depositLine.updateMany({
      where: { id: line?.id ?? 0 },
      data: { description: "Logged" },
    });
    const { text: changed } = await ask(LIST, books.token);
    expect(changed).not.toBe(text);
    expect(changed).toBe(await workedOut(LIST, books));
  });

  test("for a program with a token of its own as for a person, each by itself", async () => {
    const { token } = await seedApiToken(books.companyId, books, "viewer");
    await keptFor(LIST, token);
    await keptFor(LIST, books.token);
  });
});

test("the overview of all companies works one out again once it has changed", async () => {
  const suggested = async () =>
    JSON.parse((await ask(OVERVIEW, books.token)).text).companies[0].suggested;
  // Kept up to date by triggers, which no other change of it reaches: nothing logs this one.
  const add = (more: number) =>
    adminDb().depositTotal.updateMany({
      where: { companyId: books.companyId, status: "suggested" },
      data: { deposits: { increment: more } },
    });
  const seen = await suggested();
  await eventually(async () => {
    expect(await suggested()).toBe(seen);
    await add(1);
    const known = await suggested().finally(() => add(-1));
    expect(known).toBe(seen);
  });
  await add(1);
  await books.payment({ amount: 66_00, customer: "Di" });
  expect(await suggested()).toBe(seen + 1);
  await add(-1);
  await books.payment({ amount: 67_00, customer: "Di" });
  expect(await suggested()).toBe(seen);
});

describe("a version", () => {
  test("is named alike by each caller, and answers 304 for the client that has it", async () => {
    const first = await ask(LIST, books.token);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get("cache-control")).toBe("no-store");
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await ask(LIST, books.token, { "if-none-match": known });
      expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag]);
      expect(same.headers.get("x-company-id")).toBe(books.companyId);
      expect(same.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
    const { token } = await seedApiToken(books.companyId, books, "viewer");
    expect((await ask(LIST, token)).headers.get("etag")).toBe(etag);
    await ok("POST", "/qb/delete-deposit/", books.token, { deposit_id: depositId });
    const other = await ask(LIST, books.token, { "if-none-match": etag });
    expect([other.status, other.text]).toEqual([200, await workedOut(LIST, books)]);
    await ok("POST", "/qb/restore-deposit/", books.token, { deposit_id: depositId });
  });

  test("names nothing to another company, nor to those who have lost theirs", async () => {
    const detail = `/qb/deposit/?deposit_id=${depositId}`;
    const { headers } = await ask(detail, books.token);
    const known = { "if-none-match": headers.get("etag") ?? "" };
    const stranger = await MatchingBooks.create();
    expect((await ask(detail, stranger.token, known)).status).toBe(404);
    const named = { ...known, "x-company-id": books.companyId };
    expect((await ask(detail, stranger.token, named)).status).toBe(403);
    const strangers = await ask(LIST, stranger.token);
    expect(JSON.parse(strangers.text)).toMatchObject({ total: 0, deposits: [] });
    const member = await seedPerson();
    await join(books.companyId, member, "viewer");
    const token = await member.signIn(books.companyId);
    expect((await ask(detail, token)).status).toBe(200);
    await adminDb().membership.deleteMany({ where: { userId: member.userId } });
    expect((await ask(detail, token, known)).status).toBe(401);
    await adminDb().session.updateMany({
      where: { userId: stranger.userId },
      data: { revokedAt: new Date() },
    });
    expect((await ask(LIST, stranger.token)).status).toBe(401);
  });
});

test("what a user has confirmed is told to that user alone", async () => {
  const status = "/user/dashboard-status/api/";
  const other = await seedPerson();
  await join(books.companyId, other, "bookkeeper");
  const token = await other.signIn(books.companyId);
  await adminDb().auditEvent.create({
    data: {
      ...{ companyId: books.companyId, userId: other.userId, role: "bookkeeper" },
      ...{ action: "deposit.confirmed", entity: "deposit", entityId: String(depositId) },
    },
  });
  const byYou = async (of: string) => (await ok("GET", status, of)).recent_activity.by_you;
  expect([await byYou(books.token), await byYou(token)]).toEqual([0, 1]);
  expect([await byYou(books.token), await byYou(token)]).toEqual([0, 1]);
});

test("an answer that rests on more than the company's books is not kept", () => {
  const kept = (path: string, answer: unknown) =>
    endpoints.find((each) => each.path === path)?.kept?.(answer);
  expect(kept("/qb/deposit-status/", { updated_until: "2026-03-05T10:00:00Z" })).toBe(false);
  const detail = (status: string, states: string[]) =>
    kept("/qb/deposit/", { deposit: { status, questions: states.map((state) => ({ state })) } });
  expect([detail("posted", []), detail("pending", ["answered", "open"])]).toEqual([false, false]);
  expect([detail("pending", []), detail("matched", ["answered", "expired"])]).toEqual([true, true]);
});

const inCompany = () => ({ where: { companyId: books.companyId } });
const post = (path: string, body: object) => call("POST", path, { token: books.token, body });
let made = 0;

/** Writes of each kind, through the API and directly. */
const WRITES: Record<string, () => Promise<unknown>> = {
  suggestion: () => suggest(`New ${made++}`),
  confirm: async () => {
    const match = await adminDb().match.findFirst({
      where: { companyId: books.companyId, state: "proposed", live: true },
    });
    return match && post("/qb/confirm-match/", { deposit_id: match.depositId });
  },
  dismiss: async () => {
    const match = await adminDb().match.findFirst({
      where: { companyId: books.companyId, state: "proposed", live: true },
    });
    return match && post("/qb/dismiss-match/", { deposit_id: match.depositId });
  },
  remove: () => post("/qb/delete-deposit/", { deposit_id: depositId }),
  restore: () => post("/qb/restore-deposit/", { deposit_id: depositId }),
  postpone: async () => {
    const line = await adminDb().depositLine.findFirst({ where: { depositId, kind: "charge" } });
    return post("/qb/wait-for-line/", { line_id: line?.id, until: "2027-01-31", note: "" });
  },
  zone: () =>
    adminDb().companySettings.updateMany({
      ...inCompany(),
      data: { timeZone: made++ % 2 === 0 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago" },
    }),
  format: () =>
    adminDb().companySettings.updateMany({
      ...inCompany(),
      data: { dateFormat: made++ % 2 === 0 ? "dmy" : "ymd" },
    }),
  currency: () =>
    adminDb().company.update({
      where: { id: books.companyId },
      data: { currency: made++ % 2 === 0 ? "EUR" : "USD" },
    }),
  account: () =>
    adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "stripe" },
      data: { displayName: `Account ${made++}` },
    }),
  bank: () =>
    adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "quickbooks" },
      data: { settings: { bankId: "1", bankName: `Bank ${made++}`, bankCurrency: "USD" } },
    }),
  name: () => {
    const username = `name-${made++}`;
    const data = { username, usernameKey: username };
    return adminDb().user.update({ where: { id: books.userId }, data });
  },
  line: () =>
    adminDb().depositLine.updateMany({
      ...inCompany(),
      data: { customerName: `Customer ${made++}` },
    }),
  payment: () => books.payment({ amount: 55_00 + made++, customer: "Cy" }),
  gone: () => adminDb().ledgerPayment.updateMany({ ...inCompany(), data: { note: `${made++}` } }),
  returned: () =>
    adminDb().deposit.updateMany({
      where: { companyId: books.companyId, id: depositId },
      data: { payoutStatus: made++ % 2 === 0 ? "failed" : "paid" },
    }),
  existing: async () => {
    const { integrationId } = await adminDb().ledgerPayment.findFirstOrThrow(inCompany());
    const of = { companyId: books.companyId, depositId, integrationId };
    return adminDb().existingDeposit.create({
      data: {
        ...{ ...of, quickbooksDepositId: `${made++}`, txnDate: new Date("2026-03-05") },
        ...{ amount: 35_00n, currency: "USD" },
      },
    });
  },
  history: () =>
    adminDb().auditEvent.create({
      data: {
        ...{ companyId: books.companyId, userId: books.userId, role: "owner" },
        ...{ action: "deposit.confirmed", entity: "deposit", entityId: String(depositId) },
      },
    }),
};

test("after each write, an answer is the one that is worked out without what is kept", async () => {
  const always = [LIST, `/qb/deposit/?deposit_id=${depositId}`];
  const others = [
    ...["/qb/deposit-status/?q=Customer&page=1", "/qb/suggestions/", "/qb/queue/"],
    ...["/qb/lingering-payments/", "/summary/", "/user/dashboard-status/api/"],
  ];
  const writes = Object.keys(WRITES);
  const step = fc.record({ write: fc.constantFrom(...writes), other: fc.constantFrom(...others) });
  const steps = fc.uniqueArray(step, {
    ...{ minLength: writes.length, maxLength: writes.length },
    selector: ({ write }) => write,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (inOrder) => {
      for (const { write, other } of inOrder) {
        await WRITES[write]?.();
        for (const path of [...always, other]) {
          const { status, text } = await ask(path, books.token);
          if (status === 404) continue;
          expect(text, `${path} after ${write}`).toBe(await workedOut(path, books));
        }
        const { text } = await ask(OVERVIEW, books.token);
        expect(text, `the overview after ${write}`).toBe(await overviewWorkedOut());
      }
    }),
    { numRuns: 1 },
  );
});

/** What triggers write together with the deposits, lines and payments that it is about. */
const DERIVED = ["deposit_counts", "deposit_totals", "deposit_words", "payment_words"];

test("nothing is kept that reads a table whose changes aren't logged", async () => {
  const { deposit } = await suggest("Dee");
  const calls = keptCalls(deposit.id);
  const asked = new Set(calls.map((path) => new URL(path, "http://localhost").pathname));
  expect([...asked].sort()).toEqual(KEPT_ENDPOINTS.map(({ path }) => path).sort());
  const tables = await adminDb().$queryRaw<{ name: string; isLogged: boolean }[]>`
    SELECT c.relname::text AS name,
      c.relname = ANY (${DERIVED}) OR (SELECT count(*) = 3 FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND t.tgname LIKE c.relname || '\\_%\\_logged'
          AND encode(t.tgargs, 'escape') = 'books\\000') AS "isLogged"
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;
  const others = tables.flatMap(({ name, isLogged }) => (isLogged ? [] : [`"${name}"`])).join();
  // PostgreSQL checks each table of a statement, also of a part that is never run.
  await adminDb().$executeRawUnsafe(`REVOKE SELECT ON ${others} FROM ${RUNTIME_ROLE}`);
  try {
    for (const path of calls) await workedOut(path, books);
    expect((await call("GET", "/sync-runs/", { token: books.token })).status).toBe(500);
  } finally {
    await adminDb().$executeRawUnsafe(`GRANT SELECT ON ${others} TO ${RUNTIME_ROLE}`);
  }
});
