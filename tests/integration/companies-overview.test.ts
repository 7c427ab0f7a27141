import { beforeAll, expect, test } from "vitest";
import { connectionsDue } from "@/server/connections/keep-alive";
import { kindAccountSetting } from "@/server/connections/line-settings";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { MatchingBooks } from "../support/matching-books";
import { join, type Person, seedCompany, seedPerson } from "../support/members";

const MANY = 300;

let person: Person;
let books: FullLedger;
let foreign: FullLedger;
let quiet: string;
let token: string;

beforeAll(async () => {
  [books, foreign] = [await seedFullLedger(), await seedFullLedger()];
  person = await seedPerson();
  quiet = await seedCompany("Quiet");
  await join(quiet, person, "viewer");
  await join(books.companyId, person, "bookkeeper");
  token = await person.signIn(quiet);
});

const overview = async () => (await ok("GET", "/companies/overview/", token)).companies;

test("shows what needs attention in each of the user's companies, the most urgent first", async () => {
  await adminDb().integration.updateMany({
    where: { companyId: books.companyId, provider: "quickbooks" },
    data: { endsAt: new Date(Date.now() + 86_400_000) },
  });
  const companies = await overview();
  expect(companies.map(({ name }: { name: string }) => name)).toEqual([books.marker, "Quiet"]);
  expect(companies[0]).toMatchObject({
    ...{ id: books.companyId, role: "bookkeeper", suggested: 1, pending: 1, undecided: 1 },
    ...{ connected: 5, ending: 1, oldest_open: "2026-03-05" },
    open: [{ currency: "USD", amount: "193.60" }],
  });
  expect(companies[0].last_synced_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(companies[1]).toMatchObject({
    ...{ suggested: 0, pending: 0, undecided: 0, not_posted: 0, connected: 0, ending: 0, open: [] },
    ...{ last_synced_at: null, oldest_open: null },
  });
});

test("has nothing of a company that isn't the user's, nor of one that they left", async () => {
  expect(JSON.stringify(await overview())).not.toContain(foreign.companyId);
  const left = await seedFullLedger();
  await join(left.companyId, person, "admin");
  expect(await overview()).toHaveLength(3);
  await adminDb().membership.delete({
    where: { companyId_userId: { companyId: left.companyId, userId: person.userId } },
  });
  expect(JSON.stringify(await overview())).not.toContain(left.companyId);
});

test("reads each company in its own scope: what row level security hides, it can't see", async () => {
  const [{ seen } = { seen: -1 }] = await adminDb().$queryRaw<{ seen: number }[]>`
    SELECT (company_needs(${books.companyId}::uuid, 30, 10, 'UTC')).suggested AS seen`;
  expect(seen).toBe(1);
  const [{ scope } = { scope: "" }] = await adminDb().$queryRaw<{ scope: string }[]>`
    SELECT coalesce(current_setting('app.company_id', true), '') AS scope`;
  expect(scope).toBe("");
});

/** Where so many deposits wait, their lines are counted by another statement. */
const MANY_DEPOSITS = 50_000;

test.each(["few", "many"])("counts undecided lines, of %s deposits", async (size) => {
  const ledger = await MatchingBooks.create();
  const { companyId } = ledger;
  const { lines } = await ledger.deposit([
    { gross: 1_000 },
    { gross: 2_000 },
    { gross: 3_000 },
    { gross: -500, kind: "refund" },
  ]);
  await ledger.suggestion([{ line: { gross: 700 }, payment: { amount: 700 } }]);
  const undecided = async () => {
    const { companies } = await ok("GET", "/companies/overview/", ledger.token);
    return companies[0].undecided;
  };
  if (size === "many") {
    const data = { deposits: MANY_DEPOSITS };
    await adminDb().depositTotal.updateMany({ where: { companyId, status: "pending" }, data });
  }
  expect(await undecided()).toBe(4);
  const change = (index: number, data: object) =>
    adminDb().depositLine.updateMany({ where: { companyId, id: lines[index]?.id ?? 0 }, data });
  await change(0, { accountId: "9", accountName: "Sales" });
  expect(await undecided()).toBe(3);
  const day = 86_400_000;
  await change(1, { waitUntil: new Date(Date.now() + 3 * day) });
  expect(await undecided()).toBe(2);
  await change(1, { waitUntil: new Date(Date.now() - 3 * day) });
  expect(await undecided()).toBe(3);
  const account = { id: "4", name: "Refunds", currency: "USD" };
  await adminDb().integration.updateMany({
    where: { companyId, provider: "stripe" },
    data: { settings: kindAccountSetting("refund", account) },
  });
  expect(await undecided()).toBe(2);
  await adminDb().deposit.updateMany({ where: { companyId }, data: { deletedAt: new Date() } });
  expect(await undecided()).toBe(0);
});

test("a connection counts as ending when its company is told so: thirty days before", async () => {
  const ledger = await MatchingBooks.create();
  const { companyId } = ledger;
  const ending = async (days: number) => {
    const endsAt = new Date(Date.now() + days * 86_400_000);
    await adminDb().integration.updateMany({
      where: { companyId, provider: "quickbooks" },
      data: { endsAt, lastRefreshedAt: null },
    });
    const { companies } = await ok("GET", "/companies/overview/", ledger.token);
    const isDue = (await connectionsDue()).some((due) => due.companyId === companyId);
    return [companies[0].ending, isDue];
  };
  // Used a moment ago: only the end that use doesn't postpone counts.
  await adminDb().integration.updateMany({
    where: { companyId },
    data: { idleEndsAt: new Date(Date.now() + 100 * 86_400_000) },
  });
  expect(await ending(31)).toEqual([0, false]);
  expect(await ending(29)).toEqual([1, true]);
});

test("reads three hundred companies in one statement", async () => {
  const many = await seedPerson();
  const created = await adminDb().$queryRaw<{ id: string }[]>`
    WITH made AS (INSERT INTO companies (name)
      SELECT 'Client ' || n FROM generate_series(1, ${MANY}::int) n RETURNING id),
    members AS (INSERT INTO memberships (company_id, user_id, role)
      SELECT id, ${many.userId}::int, 'bookkeeper' FROM made RETURNING company_id)
    SELECT id FROM made`;
  const session = await many.signIn(created[0]?.id ?? "");
  const { companies } = await ok("GET", "/companies/overview/", session);
  expect(companies).toHaveLength(MANY);
});

test("syncs companies at once, where the user may", async () => {
  const sync = (company_ids: string[]) =>
    call("POST", "/companies/sync/", { token, body: { company_ids } });
  expect((await sync([books.companyId, foreign.companyId])).status).toBe(404);
  expect((await sync([books.companyId, quiet])).status).toBe(403);
  expect(await adminDb().syncRun.count({ where: { companyId: foreign.companyId } })).toBe(1);
  const { status, body } = await sync([books.companyId, books.companyId]);
  expect([status, body.started]).toEqual([200, 4]);
  expect((await sync([books.companyId])).body.started).toBe(4);
  const active = await adminDb().syncRun.count({
    where: { companyId: books.companyId, state: { in: ["queued", "running"] } },
  });
  expect(active).toBe(4);
});
