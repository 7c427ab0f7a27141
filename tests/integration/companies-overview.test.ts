import { beforeAll, expect, test } from "vitest";
import { addDays, dateInZone } from "@/lib/dates";
import { connectionsDue } from "@/server/connections/keep-alive";
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
    ...{ id: books.companyId, role: "bookkeeper", suggested: 1, to_decide: 1 },
    ...{ connected: 5, ending: 1 },
  });
  expect(companies[0].last_synced_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(companies[1]).toMatchObject({
    ...{ suggested: 0, to_decide: 0, not_posted: 0, on_their_way: 0, connected: 0, ending: 0 },
    ...{ last_synced_at: null, last_posted_at: null },
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
    SELECT (company_work(${books.companyId}::uuid, 30, 10, 'UTC')).suggested AS seen`;
  expect(seen).toBe(1);
  const [{ scope } = { scope: "" }] = await adminDb().$queryRaw<{ scope: string }[]>`
    SELECT coalesce(current_setting('app.company_id', true), '') AS scope`;
  expect(scope).toBe("");
});

const DAY = 86_400_000;

test("counts each deposit once: to confirm, to decide, on its way, or not at all while it is postponed", async () => {
  const ledger = await MatchingBooks.create();
  const { companyId } = ledger;
  const { id, lines } = await ledger.deposit([{ gross: 1_000 }, { gross: 2_000 }]);
  await ledger.suggestion([{ line: { gross: 700 }, payment: { amount: 700 } }]);
  const counts = async () => {
    const { companies } = await ok("GET", "/companies/overview/", ledger.token);
    const { suggested, to_decide, on_their_way } = companies[0];
    return [suggested, to_decide, on_their_way];
  };
  const change = (index: number, data: object) =>
    adminDb().depositLine.updateMany({ where: { companyId, id: lines[index]?.id ?? 0 }, data });
  const pending = (data: object) =>
    adminDb().deposit.updateMany({ where: { companyId, status: "pending" }, data });
  expect(await counts()).toEqual([1, 1, 0]);

  const [later, before] = [new Date(Date.now() + 3 * DAY), new Date(Date.now() - 3 * DAY)];
  await change(0, { waitUntil: later });
  expect(await counts()).toEqual([1, 1, 0]);
  await change(1, { waitUntil: later });
  expect(await counts()).toEqual([1, 0, 0]);
  await change(1, { waitUntil: before });
  expect(await counts()).toEqual([1, 1, 0]);

  await pending({ payoutStatus: "in_transit" });
  expect(await counts()).toEqual([1, 0, 1]);
  // What the last sync found on its way counts once it is imported, too, but not twice.
  const { providerId } = await adminDb().deposit.findUniqueOrThrow({
    where: { companyId_id: { companyId, id } },
  });
  const payout = { date: "2026-11-02", amount: 500, currency: "USD" };
  const onTheirWay = ["po_new", providerId].map((each) => ({ ...payout, providerId: each }));
  await adminDb().integration.updateMany({
    where: { companyId, provider: "stripe" },
    data: { cursor: { onTheirWay } },
  });
  expect(await counts()).toEqual([1, 0, 2]);
  await pending({ deletedAt: new Date() });
  expect(await counts()).toEqual([1, 0, 1]);
});

test("says how far the last two months are by the company's own today, and when it last posted", async () => {
  const ledger = await MatchingBooks.create();
  const { companyId } = ledger;
  const timeZone = "Pacific/Auckland";
  await adminDb().companySettings.updateMany({ where: { companyId }, data: { timeZone } });
  const thisMonth = `${dateInZone(new Date(), timeZone).slice(0, 7)}-01`;
  const lastMonth = `${addDays(thisMonth, -1).slice(0, 7)}-01`;
  const [posted, open] = [
    await ledger.deposit([{ gross: 1_000 }]),
    await ledger.deposit([{ gross: 900 }]),
  ];
  const before = await ledger.deposit([{ gross: 800 }]);
  const dated = (id: number, day: string, data: object = {}) =>
    adminDb().deposit.updateMany({
      where: { companyId, id },
      data: { txnDate: new Date(day), ...data },
    });
  await dated(posted.id, lastMonth, { status: "posted", quickbooksId: "7" });
  await dated(open.id, thisMonth);
  await dated(before.id, addDays(lastMonth, -1));
  const postedAt = new Date("2026-11-02T09:30:00.000Z");
  await adminDb().posting.create({
    data: { companyId, depositId: posted.id, state: "posted", postedAt, quickbooksDepositId: "7" },
  });
  const { companies } = await ok("GET", "/companies/overview/", ledger.token);
  expect(companies[0].months).toEqual([
    { first_day: lastMonth, deposits: 1, open: 0 },
    { first_day: thisMonth, deposits: 1, open: 1 },
  ]);
  expect(companies[0].last_posted_at).toBe(postedAt.toISOString());
});

test("a connection counts as ending when its company is told so: thirty days before", async () => {
  const ledger = await MatchingBooks.create();
  const { companyId } = ledger;
  const ending = async (days: number) => {
    const endsAt = new Date(Date.now() + days * DAY);
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
    data: { idleEndsAt: new Date(Date.now() + 100 * DAY) },
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
