import pg from "pg";
import { describe, expect, test } from "vitest";
import { dateInZone } from "@/lib/dates";
import { readMigrations } from "@/prisma/migrate";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectQuickBooks, signUp } from "../support/company";
import { MatchingBooks, RECEIPTS } from "../support/matching-books";
import { settled } from "../support/worker";
import { addPayout, depositOf, emulators, inOneCompany, sync } from "./stripe-payouts/world";

inOneCompany();

/** 31 March, 19:45 in Los Angeles; 1 April in UTC. */
const EVENING = Date.parse("2026-04-01T02:45:00Z") / 1000;
const day = (text: string) => new Date(text);

/** Of a deposit's first line. */
async function lineDay(depositId: number): Promise<Date> {
  const first = { where: { depositId }, orderBy: { id: "asc" } } as const;
  return (await adminDb().depositLine.findFirstOrThrow(first)).date;
}

async function saveTimeZone(token: string, timezone: string) {
  const { currency: _, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, timezone });
}

describe("a sale in the evening", () => {
  let token: string;
  let depositId: number;

  test("has the company's day, and so has the receipt that is proposed for it", async () => {
    const payout = await addPayout({
      date: "2026-04-02",
      charges: [{ amount: 42_000, name: "Evening Shopper", created: EVENING }],
    });
    ({ token } = await signUp());
    await saveTimeZone(token, "America/Los_Angeles");
    await connectQuickBooks(token);
    const body = { secret_key: emulators.credentials.stripeSecretKey };
    await ok("POST", "/stripe/connect/", token, body);
    await settled(token);
    ({ id: depositId } = await depositOf(payout, token));
    const { deposit } = await ok("GET", `/qb/deposit/?deposit_id=${depositId}`, token);
    expect(deposit.txn_date).toBe("2026-04-03");
    expect(await lineDay(depositId)).toEqual(day("2026-03-31"));
    const options = await ok(
      "GET",
      `/qb/line-options/?deposit_id=${depositId}&line_id=${deposit.lines[0].id}`,
      token,
    );
    expect(options.receipt.date).toBe("2026-03-31");
  });

  test("that a sync dated before the zone changed is dated again by the next one", async () => {
    const { companyId } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
    await adminDb().companySettings.update({
      where: { companyId },
      data: { timeZone: "Europe/London" },
    });
    await sync(token);
    expect(await lineDay(depositId)).toEqual(day("2026-04-01"));
  });
});

describe("a company that moves to another time zone", () => {
  const raw = { id: "txn_1", created: EVENING };

  async function plan(books: MatchingBooks, deposit: { id: number; lines: { id: number }[] }) {
    await ok("POST", "/qb/plan-receipt/", books.token, {
      deposit_id: deposit.id,
      line_ids: [deposit.lines[0]?.id],
      receipt: { customer: null, item_id: RECEIPTS.item.id, date: "2026-03-05" },
    });
  }
  const plannedDay = async (depositId: number) => {
    const where = { planned: { depositId } };
    return (await adminDb().ledgerPayment.findFirstOrThrow({ where })).txnDate;
  };

  test("has other days of what is open and planned, and the same of what is posted or sent", async () => {
    const books = await MatchingBooks.create();
    await books.chooseReceipts();
    const [open, planned, posted, sent, local] = [
      await books.deposit([{ gross: 100_00, raw }]),
      await books.deposit([{ gross: 200_00, raw }, { gross: 1_00 }]),
      await books.deposit([{ gross: 300_00, raw }]),
      await books.deposit([{ gross: 400_00, raw }, { gross: 1_00 }]),
      await books.deposit([{ gross: 500_00 }]),
    ];
    await plan(books, planned);
    await plan(books, sent);
    const { companyId } = books;
    await adminDb().deposit.update({
      where: { companyId_id: { companyId, id: posted.id } },
      data: { status: "posted", quickbooksId: "71" },
    });
    await adminDb().plannedPayment.updateMany({
      where: { companyId, depositId: sent.id },
      data: { sentAt: new Date() },
    });
    await adminDb().company.update({
      where: { id: companyId },
      data: { matchRequestedAt: null },
    });
    await saveTimeZone(books.token, "America/Los_Angeles");
    expect(await lineDay(open.id)).toEqual(day("2026-03-31"));
    expect(await lineDay(planned.id)).toEqual(day("2026-03-31"));
    expect(await plannedDay(planned.id)).toEqual(day("2026-03-31"));
    expect(await lineDay(posted.id)).toEqual(day("2026-03-05"));
    expect(await plannedDay(sent.id)).toEqual(day("2026-03-05"));
    expect(await lineDay(local.id)).toEqual(day("2026-03-05"));
    const { matchRequestedAt } = await adminDb().company.findUniqueOrThrow({
      where: { id: companyId },
    });
    expect(matchRequestedAt).not.toBeNull();
    await saveTimeZone(books.token, "Pacific/Auckland");
    expect(await lineDay(open.id)).toEqual(day("2026-04-01"));
    expect(await plannedDay(planned.id)).toEqual(day("2026-04-01"));
  });

  test("and what was stored by UTC is corrected by the migration, which changes nothing posted", async () => {
    const books = await MatchingBooks.create();
    await books.chooseReceipts();
    const { companyId } = books;
    const open = await books.deposit([{ gross: 100_00, raw }, { gross: 1_00 }]);
    const posted = await books.deposit([{ gross: 300_00, raw }]);
    await plan(books, open);
    await adminDb().deposit.update({
      where: { companyId_id: { companyId, id: posted.id } },
      data: { status: "posted", quickbooksId: "71" },
    });
    await adminDb().companySettings.update({
      where: { companyId },
      data: { timeZone: "America/Los_Angeles" },
    });
    await migrateAgain();
    expect(await lineDay(open.id)).toEqual(day("2026-03-31"));
    expect(await plannedDay(open.id)).toEqual(day("2026-03-31"));
    expect(await lineDay(posted.id)).toEqual(day("2026-03-05"));
  });
});

test("PostgreSQL and the product call a moment the same day", async () => {
  const zones = [
    ...["America/Los_Angeles", "America/New_York", "Europe/London", "Australia/Lord_Howe"],
    ...["Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati", "Asia/Kathmandu"],
  ];
  // A second before, at and after each hour around the ends of months and the days when clocks change.
  const days = ["2026-02-28", "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-12-31"];
  const moments = days.flatMap((date) =>
    Array.from({ length: 49 * 3 }, (_, index) => {
      const hour = Math.floor(index / 3) - 12;
      return Date.parse(`${date}T00:00:00Z`) / 1000 + hour * 3600 + (index % 3) - 1;
    }),
  );
  const rows = await adminDb().$queryRaw<{ zone: string; at: number; day: string }[]>`
    SELECT zone, at, line_day(jsonb_build_object('id', 'txn_1', 'created', at), zone)::text AS day
    FROM unnest(${zones}::text[]) zone, unnest(${moments}::int[]) at`;
  expect(rows).toHaveLength(zones.length * moments.length);
  for (const { zone, at, day: found } of rows) {
    expect(`${at} ${zone} ${found}`).toBe(`${at} ${zone} ${dateInZone(new Date(at * 1000), zone)}`);
  }
});

async function migrateAgain(): Promise<void> {
  const found = (await readMigrations()).find(({ name }) => name.endsWith("_where_the_company_is"));
  const client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL });
  await client.connect();
  try {
    await client.query(`BEGIN; ${found?.sql}; COMMIT`);
  } finally {
    await client.end();
  }
}
