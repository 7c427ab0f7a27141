import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { dateInZone } from "@/lib/dates";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, type TestCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 1, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  company = await connectedCompany(emulators, undefined, { startDate: "2026-10-26" });
  await settled(company.token);
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const dates = async () => {
  const { deposits } = await ok("GET", "/qb/deposit-status/?sort=date", company.token);
  return deposits.map(({ txn_date }: { txn_date: string }) => txn_date);
};

test("payouts before the start date are not imported, and known only by their sums", async () => {
  const imported = await dates();
  expect(imported.length).toBeGreaterThan(2);
  expect(imported[0] >= "2026-10-26").toBe(true);
  const { sources, suggested } = await ok("GET", "/settings/start-dates/", company.token);
  expect(sources).toMatchObject([{ integration_type: "stripe", start_date: "2026-10-26" }]);
  expect(suggested).toBe(`${dateInZone(new Date(), DEFAULT_TIME_ZONE).slice(0, 7)}-01`);
  const stripe = await adminDb().integration.findFirstOrThrow({ where: { provider: "stripe" } });
  expect(stripe.earlierPayouts).toEqual(
    expect.arrayContaining([expect.objectContaining({ currency: "USD" })]),
  );
});

test("a later sync keeps to it", async () => {
  const before = await dates();
  await ok("POST", "/stripe/save-payouts/", company.token);
  await settled(company.token);
  expect(await dates()).toEqual(before);
});

test("it moves back, and the earlier payouts are imported", async () => {
  const before = await dates();
  const move = (start_date: string | null) =>
    call("PUT", "/settings/start-dates/", {
      token: company.token,
      body: { integration_type: "stripe", start_date },
    });
  expect((await move("2026-10-27")).status).toBe(409);
  expect((await move("2026-10-20")).body.message).toBe(
    "Importing payouts dated October 20, 2026 or later",
  );
  await settled(company.token);
  const after = await dates();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after[0] >= "2026-10-20").toBe(true);

  expect((await move(null)).status).toBe(200);
  await settled(company.token);
  const paid = (await booksOf(emulators)).payouts.filter(({ status }) => status === "paid");
  expect((await dates()).length).toBe(paid.length);
  expect((await move(null)).status).toBe(409);
});
