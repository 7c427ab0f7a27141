import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { WORK_LIMITS } from "@/lib/constants/work-limits";
import { beginWork } from "@/server/http/work-limits";
import { systemContext } from "@/server/platform/company-id";
import { inReadTurn, inTokenReadTurn } from "@/server/platform/company-queue";
import type { CompanyContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import { adminDb } from "../support/admin-db";
import { call, handlerOf } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;
let ctx: CompanyContext;

beforeEach(async () => {
  await adminDb().lease.deleteMany();
  books = await MatchingBooks.create();
  ctx = systemContext(books.companyId);
});

const leases = () => adminDb().lease.count();

function exportDeposits({ token } = books) {
  return call("GET", "/settings/export/", { token });
}

async function openExport() {
  const handler = await handlerOf("GET", "/api/settings/export/");
  const url = "http://localhost:3000/api/settings/export/";
  return handler(new Request(url, { headers: { authorization: books.token } }));
}

test("a company has only so many requests of a kind under way, and others have theirs", async () => {
  const { atOnce } = WORK_LIMITS.undo;
  const begun = await Promise.all(Array.from({ length: atOnce }, () => beginWork(ctx, "undo")));
  const refused = await call("POST", "/qb/undo/", {
    token: books.token,
    body: { deposit_id: 1 },
  });
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.body.message).toContain(`${atOnce} requests of this kind under way`);
  expect(refused.headers.get("Retry-After")).toBe("5");
  const other = await MatchingBooks.create();
  const served = await call("POST", "/qb/undo/", { token: other.token, body: { deposit_id: 1 } });
  expect(served.status).toBe(404);
  await begun[3]?.end();
  const next = await call("POST", "/qb/undo/", { token: books.token, body: { deposit_id: 1 } });
  expect(next.status).toBe(404);
  expect(await leases()).toBe(atOnce - 1);
  await Promise.all(begun.map((lease) => lease.end()));
  expect(await leases()).toBe(0);
});

test("a company that repeats what is refused is told so one after the other", async () => {
  const { token } = books;
  const { atOnce } = WORK_LIMITS.undo;
  const begun = await Promise.all(Array.from({ length: atOnce }, () => beginWork(ctx, "undo")));
  const undo = () => call("POST", "/qb/undo/", { token, body: { deposit_id: 1 } });
  const asked = performance.now();
  const refused = await Promise.all(Array.from({ length: 10 }, undo));
  expect(refused.map(({ status }) => status)).toEqual(Array(10).fill(429));
  // Nine times 50 ms are between them; a timer may be early by a millisecond.
  expect(performance.now() - asked).toBeGreaterThan(440);
  await Promise.all(begun.map((lease) => lease.end()));
});

/** What computes over many deposits or asks QuickBooks, and stores no more than a date. */
const CHECKED = [
  {
    ...{ path: "/rules/preview/", kind: "preview" as const, status: 200 },
    body: {
      integration_type: "stripe",
      conditions: {
        ...{ kind: "charge", description: "Order", customer: "any", customer_name: "" },
        ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
      },
    },
  },
  {
    ...{ path: "/qb/post-on-open-day/", kind: "post" as const, status: 404 },
    body: { deposit_id: 1, on: true },
  },
];

test.each(CHECKED)("$path counts as work of its company", async ({ path, kind, status, body }) => {
  const { token } = books;
  const { atOnce } = WORK_LIMITS[kind];
  const begun = await Promise.all(Array.from({ length: atOnce }, () => beginWork(ctx, kind)));
  const refused = await call("POST", path, { token, body });
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  await Promise.all(begun.map((lease) => lease.end()));
  expect((await call("POST", path, { token, body })).status).toBe(status);
  expect(await leases()).toBe(0);
});

test("API tokens take half of each limit at most, so that people can go on", async () => {
  const { atOnce, perMinute } = WORK_LIMITS.export;
  const program = { ...ctx, apiToken: "Export" };
  const begun = [await beginWork(program, "export")];
  await expect(beginWork(program, "export")).rejects.toThrow("1 request of this kind under way");
  while (begun.length < atOnce) begun.push(await beginWork(ctx, "export"));
  await expect(beginWork(ctx, "export")).rejects.toThrow(RateLimitedError);
  await Promise.all(begun.map((lease) => lease.end()));
  await adminDb().throttle.deleteMany();
  for (let count = 0; count < perMinute / 2; count += 1) {
    await (await beginWork(program, "export")).end();
  }
  await expect(beginWork(program, "export")).rejects.toThrow("API tokens have asked");
  await (await beginWork(ctx, "export")).end();
});

test("API tokens read two at a time, and the company's other reads don't wait for theirs", async () => {
  const { companyId } = books;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let running = 0;
  const programs = Array.from({ length: 10 }, () =>
    inTokenReadTurn(companyId, () =>
      inReadTurn(companyId, async () => {
        running += 1;
        await held;
      }),
    ),
  );
  expect(await inReadTurn(companyId, async () => "read")).toBe("read");
  expect(running).toBe(2);
  release();
  await Promise.all(programs);
  expect(running).toBe(10);
});

test("what a lost process had under way counts no longer than its lease", async () => {
  const { atOnce } = WORK_LIMITS.bulk;
  for (let count = 0; count < atOnce; count += 1) await beginWork(ctx, "bulk");
  await expect(beginWork(ctx, "bulk")).rejects.toThrow(RateLimitedError);
  await adminDb().$executeRaw`UPDATE leases SET expires_at = now()`;
  await (await beginWork(ctx, "bulk")).end();
});

test("a company begins only so much within a minute, and is served again in the next one", async () => {
  const { perMinute } = WORK_LIMITS.export;
  for (let count = 0; count < perMinute; count += 1) await (await beginWork(ctx, "export")).end();
  const refused = await exportDeposits();
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.body.message).toMatch(
    /^Your company has asked for this too often .* (?:seconds?|1 minute)\.$/,
  );
  await (await beginWork(ctx, "match")).end();
  await adminDb().$executeRaw`UPDATE throttles SET expires_at = now()`;
  await (await beginWork(ctx, "export")).end();
});

test("a file is under way until it is sent, or its client has gone", async () => {
  const whole = await openExport();
  // The company's place, and the member's.
  expect(await leases()).toBe(2);
  await whole.text();
  await expect.poll(leases).toBe(0);
  const left = await openExport();
  await left.body?.cancel();
  await expect.poll(leases).toBe(0);
});

test("a company that reads without end waits for itself, and others are read for", async () => {
  const other = await MatchingBooks.create();
  const list = "/qb/deposit-status/";
  const own = await connectedTo(process.env.MIGRATE_DATABASE_URL);
  await own.query(
    "BEGIN; LOCK TABLE deposit_counts, deposit_totals, deposits IN ACCESS EXCLUSIVE MODE",
  );
  const reads = Array.from({ length: 4 + 100 + 1 }, () =>
    call("GET", list, { token: books.token }),
  );
  const refused = await Promise.race(reads);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("Retry-After")).toBe("1");
  // By a connection of those that the reads would otherwise hold.
  await (await beginWork(systemContext(other.companyId), "undo")).end();
  await own.query("COMMIT");
  await own.end();
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(104);
});

async function connectedTo(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
