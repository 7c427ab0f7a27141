import { beforeAll, beforeEach, expect, test } from "vitest";
import { getEnv } from "@/server/platform/env";
import { sharedReadMeter } from "@/server/providers/read-meter";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";

const APP = "the-app";
const TOKEN = "kP3vXw8yQz1rTn5uBd7fHj2mLc9sGa4e";
process.env.QUICKBOOKS_CLIENT_ID = APP;
process.env.QUICKBOOKS_CLIENT_SECRET = "secret";
process.env.QUICKBOOKS_MONTHLY_READS = "500000";

const ask = (authorization?: string) =>
  call("GET", "/operator/reads/", { headers: authorization ? { authorization } : {} });

beforeAll(() => {
  expect(getEnv().OPERATOR_TOKEN).toBeUndefined();
});
beforeEach(async () => {
  await adminDb().throttle.deleteMany();
});

test("without OPERATOR_TOKEN there is no such path", async () => {
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(404);
  expect((await ask("Bearer undefined")).status).toBe(404);
});

test("with it the operator sees whose reads they are, and nobody else anything", async () => {
  Object.assign(getEnv(), { OPERATOR_TOKEN: TOKEN });
  for (const wrong of [undefined, "Bearer ", "Bearer x", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    const { status, body } = await ask(wrong);
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
  }
  const empty = await ask(`Bearer ${TOKEN}`);
  expect(empty.body).toEqual({
    ...{ notices: [], reads: 0, allowance: 500_000, reserve: 100_000, stopped_at: null },
    companies: [],
  });
  expect(empty.headers.get("Cache-Control")).toBe("no-store");

  const names = ["Hopper & Sons", "Lovelace Books"];
  const ids = await Promise.all(
    names.map(async (name) => (await adminDb().company.create({ data: { name } })).id),
  );
  for (const companyId of [ids[0], ids[1], ids[1]]) {
    const read = { purpose: "bookkeeping", isToken: false, app: APP } as const;
    await sharedReadMeter.take({ ...read, companyId: companyId ?? "", realmId: `${companyId}` });
  }
  await adminDb().companyReads.updateMany({
    where: { company: ids[0] ?? "" },
    data: { refused: 4, waitsUntil: new Date("2100-01-01T00:00:00Z") },
  });
  const { companies, reads } = (await ask(`Bearer ${TOKEN}`)).body;
  expect(reads).toBe(3);
  expect(companies).toMatchObject([
    { id: ids[1], name: "Lovelace Books", reads: 2, today: 2, refused: 0, waits_until: null },
    { id: ids[0], name: "Hopper & Sons", reads: 1, waits_until: "2100-01-01T00:00:00.000Z" },
  ]);
});

test("a network address can only try so often", async () => {
  Object.assign(getEnv(), { OPERATOR_TOKEN: TOKEN });
  for (let nth = 0; nth < 60; nth += 1) await ask("Bearer guess");
  const refused = await ask("Bearer guess");
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  const elsewhere = { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.9" };
  expect((await call("GET", "/operator/reads/", { headers: elsewhere })).status).toBe(200);
});
