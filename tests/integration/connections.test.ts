import { beforeEach, expect, test } from "vitest";
import { endpoints } from "@/lib/contracts/registry";
import { delay } from "@/lib/delay";
import { systemContext } from "@/server/platform/company-id";
import { db, openPools } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { call, handlerOf, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

/** A company's share of a pool (server/platform/company-queue.ts). */
const SHARE = 4;

let books: MatchingBooks;

beforeEach(async () => {
  await adminDb().lease.deleteMany();
  books = await MatchingBooks.create();
});

/** The connections to the books that are in a transaction or a statement at this moment, as the database sees them. */
async function busyInDatabase(): Promise<number> {
  const [row] = await adminDb().$queryRaw<[{ busy: number }]>`
    SELECT count(*)::int AS busy FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
      AND application_name <> 'deposit-matcher-accounts'`;
  return row.busy;
}

/** The connections to the books that are taken from their pool, of the pool that has more of them. */
function takenFromPool(): number {
  const { orm, reader } = openPools();
  const taken = [orm, reader].map((pool) => (pool ? pool.totalCount - pool.idleCount : 0));
  return Math.max(...taken);
}

/** The most connections that were held at once while `work` ran. */
async function most(work: Promise<unknown>, held: () => Promise<number> | number): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let found = 0;
  while (!isOver) {
    found = Math.max(found, await held());
    await delay(2);
  }
  await over;
  return found;
}

test("twenty line options of a viewer hold a company's share of connections, and others are served", async () => {
  await books.chooseReceipts();
  const deposit = await books.deposit([{ gross: 3645_96, customer: "Zora Quill" }]);
  for (let at = 0; at < 5; at += 1)
    await books.payment({ amount: 3465_96, customer: "Zora Quill" });
  const path = `/qb/line-options/?deposit_id=${deposit.id}&line_id=${deposit.lines[0]?.id}`;
  await ok("GET", path, books.token);
  const other = await MatchingBooks.create();
  let answered = 0;
  const ask = async () => {
    const { status } = await call("GET", path, { token: books.token });
    answered += 1;
    return status;
  };
  const asked = Array.from({ length: 20 }, ask);
  const held = most(Promise.all(asked), busyInDatabase);
  await Promise.race(asked);
  expect((await call("GET", "/qb/deposit-status/", { token: other.token })).status).toBe(200);
  expect(answered).toBeLessThan(20);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  // One more is the other company's.
  expect(await held).toBeLessThanOrEqual(SHARE + 1);
});

test("whatever a company asks for at once, another finds connections", async () => {
  const other = await MatchingBooks.create();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ctx = systemContext(books.companyId);
  let holding = 0;
  const held = Array.from({ length: 30 }, () =>
    db(ctx).$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      holding += 1;
      await released;
      holding -= 1;
    }),
  );
  await expect.poll(() => holding).toBe(SHARE);
  const theirs = await db(systemContext(other.companyId)).company.count();
  expect([theirs, holding]).toEqual([1, SHARE]);
  release();
  await Promise.all(held);
});

test("a transaction within another one of the company doesn't wait for it", async () => {
  const ctx = systemContext(books.companyId);
  const nested = Array.from({ length: SHARE }, () =>
    db(ctx).$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      return db(ctx).company.count();
    }),
  );
  expect(await Promise.all(nested)).toEqual(Array(SHARE).fill(1));
});

const READS = endpoints.filter(({ method, access }) => method === "GET" && access === "session");

test("no read of a company, asked for six times at once, takes more than its share", async () => {
  await adminDb().throttle.deleteMany();
  const deposit = await books.deposit([{ gross: 88_00 }]);
  const query = `?deposit_id=${deposit.id}&line_id=${deposit.lines[0]?.id}&currency=USD&wait=0`;
  expect(READS.length).toBeGreaterThan(50);
  for (const { path } of READS) {
    const handler = await handlerOf("GET", `/api${path}`);
    const ask = async () => {
      const headers = { authorization: books.token };
      await (await handler(new Request(`http://localhost/api${path}${query}`, { headers }))).text();
    };
    const asked = Promise.all(Array.from({ length: 6 }, ask));
    expect(await most(asked, takenFromPool), path).toBeLessThanOrEqual(SHARE);
  }
});
