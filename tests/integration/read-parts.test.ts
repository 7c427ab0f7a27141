import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDb } from "@/server/platform/db";
import type { WantedRead } from "@/server/providers/quickbooks/monthly-reads";
import { forgetOldReads, readsByCompany, sharedReadMeter } from "@/server/providers/read-meter";
import { adminDb } from "../support/admin-db";

// The meter alone, by its rows: what each company may read of the app's allowance, and when.
process.env.QUICKBOOKS_MONTHLY_READS = "500000";

const APP = "the-app";
const ALLOWANCE = 500_000;
const OPEN = ALLOWANCE * 0.8;

type Who = Pick<WantedRead, "companyId" | "realmId">;

const bookkeeping = (who: Who): WantedRead => ({
  ...{ app: APP, purpose: "bookkeeping", isToken: false },
  ...who,
});
const person = (who: Who): WantedRead => ({ ...bookkeeping(who), purpose: "interactive" });
const program = (who: Who): WantedRead => ({ ...person(who), isToken: true });

async function take(read: WantedRead) {
  return (await sharedReadMeter.take(read)).stopped;
}

/** Makes a company that is connected to some books. */
async function connected(realmId = String(Math.round(Math.random() * 1e15))): Promise<Who> {
  const { id: companyId } = await adminDb().company.create({ data: { name: "Books" } });
  await adminDb().integration.create({
    data: {
      ...{ companyId, provider: "quickbooks", externalAccountId: realmId },
      credentials: new Uint8Array(1),
    },
  });
  return { companyId, realmId };
}

/** Books of others, of which only the number counts. */
async function others(count: number): Promise<void> {
  await adminDb().$executeRaw`
    INSERT INTO companies (name) SELECT 'Books' FROM generate_series(1, ${count}::int)`;
  await adminDb().$executeRaw`
    INSERT INTO integrations (company_id, provider, external_account_id, credentials)
    SELECT id, 'quickbooks', 'other-' || id, '\\x00' FROM companies c
    WHERE NOT EXISTS (SELECT FROM integrations i WHERE i.company_id = c.id)`;
}

const row = ({ companyId }: Who) =>
  adminDb().companyReads.findFirstOrThrow({ where: { company: companyId } });
const setRow = (who: Who, data: object) =>
  adminDb().companyReads.updateMany({ where: { company: who.companyId }, data });
const setApp = (data: object) => adminDb().monthlyReads.updateMany({ where: { app: APP }, data });

/** As if so many hours had passed. */
async function pass(hours: number): Promise<void> {
  await adminDb().$executeRaw`UPDATE company_reads SET
    filled_at = filled_at - ${hours} * interval '1 hour', part_at = part_at - ${hours} * interval '1 hour',
    waits_until = waits_until - ${hours} * interval '1 hour'`;
  await adminDb().$executeRaw`UPDATE monthly_reads SET
    reserve_since = reserve_since - ${hours} * interval '1 hour', tried_at = tried_at - ${hours} * interval '1 hour',
    refused_since = refused_since - ${hours} * interval '1 hour'`;
}

/** @returns how many of so many reads may be made. */
async function takeMany(read: WantedRead, count: number): Promise<number> {
  let made = 0;
  for (let nth = 0; nth < count; nth += 1) if ((await take(read)) === null) made += 1;
  return made;
}

beforeEach(async () => {
  await adminDb().monthlyReads.deleteMany();
  await adminDb().companyReads.deleteMany();
  await adminDb().company.deleteMany();
});
afterAll(closeDb);

describe("a company's part", () => {
  test("is everything where there is no other, two per cent among many, and more for who used more", async () => {
    const first = await connected();
    await take(bookkeeping(first));
    expect((await row(first)).part).toBe(ALLOWANCE);

    await others(99);
    await pass(1);
    await take(bookkeeping(first));
    expect((await row(first)).part).toBe(ALLOWANCE / 50);

    await setRow(first, { readsBefore: 20_000 });
    await pass(1);
    await take(bookkeeping(first));
    expect((await row(first)).part).toBe(25_000);
    // Nobody's habit is more than a quarter.
    await setRow(first, { readsBefore: 400_000 });
    await pass(1);
    await take(bookkeeping(first));
    expect((await row(first)).part).toBe(ALLOWANCE / 4);
  });

  test("is no more than an equal one while the app reads faster than its allowance lasts", async () => {
    const first = await connected();
    await others(99);
    await take(bookkeeping(first));
    await setApp({ reads: OPEN - 10 });
    await pass(1);
    await take(bookkeeping(first));
    const { part } = await row(first);
    // In the month's last days that is no more than its pace.
    const isLate = new Date(Date.now() + 3 * 86_400_000).getUTCMonth() !== new Date().getUTCMonth();
    expect(part).toBe(isLate ? ALLOWANCE / 50 : ALLOWANCE / 100);
  });

  test("of several companies with the same books is one part, however often they are made anew", async () => {
    const first = await connected();
    await others(99);
    await take(bookkeeping(first));
    const second = await connected(first.realmId);
    await pass(1);
    await take(bookkeeping(first));
    await take(bookkeeping(second));
    expect((await row(first)).part).toBe(ALLOWANCE / 100);
    expect((await row(second)).part).toBe(ALLOWANCE / 100);

    await setRow(first, { level: 0 });
    await setRow(second, { level: 0 });
    await adminDb().company.deleteMany({ where: { id: first.companyId } });
    const third = await connected(first.realmId);
    expect(await take(bookkeeping(third))).toMatchObject({ what: "company" });
  });

  test("refills by the hour, up to some days' reads", async () => {
    const first = await connected();
    await others(99);
    await take(bookkeeping(first));
    await setRow(first, { level: 0 });
    await pass(2);
    await take(bookkeeping(first));
    const { level, part } = await row(first);
    expect(level).toBeGreaterThan((2 * part) / (31 * 24) - 1.001);
    expect(level).toBeLessThan((2 * part) / (28 * 24) - 0.999);
    await pass(5 * 24);
    await take(bookkeeping(first));
    expect((await row(first)).level).toBeLessThan((3 * part) / 28);
  });

  test("is used up for programs first, then for people, and only then for syncs and postings", async () => {
    const first = await connected();
    await others(99);
    await take(bookkeeping(first));
    const full = (await row(first)).level + 1;

    await setRow(first, { level: full * 0.75 + 2.5 });
    expect(await takeMany(program(first), 5)).toBe(2);
    expect(await take(person(first))).toBeNull();
    await setRow(first, { level: full * 0.5 + 2.5 });
    expect(await takeMany(person(first), 5)).toBe(2);
    expect(await take(bookkeeping(first))).toBeNull();

    const stopped = await take(person(first));
    expect(stopped?.what).toBe("company");
    expect(stopped?.until.getTime()).toBeGreaterThan(Date.now());
    expect((stopped?.until.getTime() ?? 1) % 3_600_000).toBe(0);

    await setRow(first, { level: 2.5 });
    expect(await takeMany(bookkeeping(first), 5)).toBe(2);
  });

  test("used up by a loop makes that company wait, until there is enough to get something done", async () => {
    const [first, second] = [await connected(), await connected()];
    await others(98);
    await take(bookkeeping(first));
    await setRow(first, { level: 3 });
    expect(await takeMany(bookkeeping(first), 10)).toBe(3);
    const { waitsUntil, refused } = await row(first);
    expect(refused).toBe(7);
    // Thirty reads at fourteen an hour.
    expect(waitsUntil?.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    await setRow(first, { filledAt: new Date(Date.now() - 7_200_000) });
    expect(await take(bookkeeping(first))).toMatchObject({ what: "company", until: waitsUntil });
    expect(await take(person(second))).toBeNull();
    expect(await take(bookkeeping(second))).toBeNull();

    await pass(4);
    expect(await takeMany(bookkeeping(first), 25)).toBe(25);
  });
});

describe("the last fifth of the allowance", () => {
  test("is for syncs and postings, each company's own part of it, at a pace that lasts", async () => {
    const [first, second] = [await connected(), await connected()];
    await others(98);
    await take(bookkeeping(first));
    await take(bookkeeping(second));
    await setApp({ reads: OPEN - 1 });
    expect(await take(person(first))).toBeNull();
    const stopped = await take(person(first));
    expect(stopped).toMatchObject({ what: "reserve" });
    expect(stopped?.until.getUTCDate()).toBe(1);

    // A thousand reads each, a quarter of them at once.
    await setRow(first, { reserveReads: 248 });
    expect(await takeMany(bookkeeping(first), 5)).toBe(2);
    expect(await take(bookkeeping(second))).toBeNull();
    const { waitsUntil } = await row(first);
    expect(waitsUntil?.getTime()).toBeGreaterThan(Date.now());
    await adminDb().$executeRaw`UPDATE company_reads SET waits_until = NULL`;
    await adminDb()
      .$executeRaw`UPDATE monthly_reads SET reserve_since = now() - interval '30 days'`;
    expect(await take(bookkeeping(first))).toBeNull();
    await setRow(first, { reserveReads: 1_000 });
    expect(await take(bookkeeping(first))).toMatchObject({ what: "company" });
  });
});

describe("a month later", () => {
  test("the reads are last month's, and after another they are forgotten", async () => {
    const first = await connected();
    await takeMany(bookkeeping(first), 3);
    await adminDb()
      .$executeRaw`UPDATE company_reads SET month = month - interval '1 month', refused = 9`;
    await take(bookkeeping(first));
    expect(await row(first)).toMatchObject({ reads: 1, readsBefore: 3, refused: 0 });

    await adminDb().$executeRaw`UPDATE company_reads SET month = month - interval '2 months'`;
    await forgetOldReads();
    expect(await adminDb().companyReads.count()).toBe(0);
  });
});

test("processes that count at once neither lose a read nor make one too many", async () => {
  const first = await connected();
  await take(bookkeeping(first));
  await setRow(first, { level: 5 });
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(bookkeeping(first))));
  expect(taken.filter((stopped) => stopped === null)).toHaveLength(5);
  const { reads, companies } = await readsByCompany(10, APP);
  expect(reads).toBe(6);
  expect(companies).toMatchObject([
    { companyId: first.companyId, reads: 6, today: 6, refused: 15, part: ALLOWANCE },
  ]);
});

describe("a 429 of QuickBooks without a time", () => {
  const refused = (who: Who) => sharedReadMeter.refused({ app: APP, companyId: who.companyId });
  const minutes = (count: number) => pass(count / 60);

  test("stops nobody by itself, near the allowance too", async () => {
    const [first, second] = [await connected(), await connected()];
    await take(bookkeeping(first));
    await take(bookkeeping(second));
    await setApp({ reads: 475_000 });
    expect(await refused(first)).toBeNull();
    expect(await take(bookkeeping(second))).toBeNull();
  });

  test("stops the app once several companies' reads were refused for minutes, until one is answered", async () => {
    const [first, second] = [await connected(), await connected()];
    await take(bookkeeping(first));
    await take(bookkeeping(second));
    await setApp({ reads: 475_000 });
    for (let nth = 0; nth < 5; nth += 1) await refused(first);
    await minutes(6);
    // One company's refusals are its own throttling.
    expect(await refused(first)).toBeNull();
    const stopped = await refused(second);
    expect(stopped).toMatchObject({ what: "app", isUsedUp: true });
    expect(await take(bookkeeping(first))).toMatchObject({ what: "app" });

    await minutes(60);
    const tries = await Promise.all(
      [0, 1, 2, 3].map(() => sharedReadMeter.take(bookkeeping(first))),
    );
    expect(tries.filter((taken) => taken.stopped === null)).toEqual([
      { stopped: null, afterRefusals: true },
    ]);
    await sharedReadMeter.answered(APP);
    expect(await take(bookkeeping(second))).toBeNull();
  });

  test("stops the app by the only company", async () => {
    const first = await connected();
    await take(bookkeeping(first));
    await setApp({ reads: 475_000 });
    for (let nth = 0; nth < 2; nth += 1) await refused(first);
    await minutes(4);
    expect(await refused(first)).toBeNull();
    await minutes(2);
    expect(await refused(first)).toMatchObject({ what: "app" });
  });
});

test("reads without a company are not counted for anybody else", async () => {
  const unknown = { companyId: randomUUID(), realmId: "9" };
  expect(await take(bookkeeping(unknown))).toBeNull();
  expect(await row(unknown)).toMatchObject({ reads: 1 });
});
