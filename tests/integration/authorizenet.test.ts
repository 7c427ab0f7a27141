import { expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { settled } from "../support/worker";
import { inWorld } from "../support/world";
import {
  addAuthorizeNet,
  cents,
  control,
  DAILY,
  deposits,
  eachWithFreshBooks,
  emulators,
  keys,
  MONTHLY,
  sum,
  withAuthorizeNet,
} from "./authorizenet/world";

eachWithFreshBooks();

test("connecting reads the batches; a second sync changes nothing", async () => {
  const token = await withAuthorizeNet();
  const first = await deposits(token);
  expect(first).toHaveLength(6);
  for (const deposit of first) expect(sum(deposit)).toBe(cents(deposit.total_amt));
  const rows = () => adminDb().depositLine.findMany({ orderBy: { id: "asc" } });
  const before = await rows();
  const answer = await ok("GET", "/authorize/sync-payouts/", token);
  expect(answer.message).toBe("Successfully synced Authorize.Net payouts");
  expect(answer.run).toMatchObject({ state: "succeeded", integration_type: "authorize" });
  expect(answer.run.message).toContain("0 new");
  expect(await rows()).toEqual(before);
  const { integrations } = await ok("GET", "/user/integrations/", token);
  expect(integrations).toMatchObject([
    {
      integration_type: "authorize",
      status: "connected",
      display_name: "Harbor Lane Ceramics",
      authorized_account: { login_id: keys().login_id },
    },
  ]);
});

test("`wait=0` returns the run to follow, and a deleted batch stays deleted", async () => {
  const token = await withAuthorizeNet();
  const [gone] = await deposits(token);
  await ok("POST", "/qb/delete-deposit/", token, { deposit_id: gone?.id });
  const { run } = await ok("GET", "/authorize/sync-payouts/?wait=0", token);
  expect(run.id).toBeTruthy();
  await settled(token);
  expect((await deposits(token)).map(({ source_id }) => source_id)).not.toContain(gone?.source_id);
  expect(await deposits(token)).toHaveLength(5);
});

test("a refused connection is explained in plain words, and nothing is stored", async () => {
  const { token } = await signUp();
  const refused = async (body: object = keys()) => {
    const answer = await call("POST", "/authorize/connect/", { token, body });
    expect(answer.status).toBe(422);
    return answer.body.message;
  };
  expect(await refused({ ...keys(), transcation_key: "wrong-key" })).toContain("Copy both again");
  await control("/authorizenet/merchant", { reporting: false });
  expect(await refused()).toContain("Settings → Transaction Details API, then connect again");
  await control("/authorizenet/merchant", { reporting: true, currencies: ["USD", "CAD"] });
  expect(await refused()).toContain("several currencies");
  expect((await ok("GET", "/user/integrations/", token)).integrations).toEqual([]);
});

test("the key is stored sealed, and is in no answer, run or audit row", async () => {
  const token = await withAuthorizeNet();
  const row = await adminDb().integration.findFirstOrThrow({
    where: { provider: "authorizenet", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const sealed = Buffer.from(row.credentials ?? []).toString("latin1");
  const readable = [
    sealed,
    JSON.stringify(row.settings),
    JSON.stringify(await adminDb().auditEvent.findMany(), (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    ),
    JSON.stringify(await adminDb().syncRun.findMany()),
    JSON.stringify(await ok("GET", "/user/integrations/", token)),
  ];
  for (const text of readable) expect(text).not.toContain(keys().transcation_key);
});

test("the rate is zero at first; daily deducts predicted fees, monthly leaves deposits whole", async () => {
  const token = await withAuthorizeNet();
  expect(await ok("GET", "/authorize/settings/", token)).toEqual({
    ...{ discount_percent: "0.00", discount_fixed: "0.00", discount_timing: "monthly" },
    ...{ echeck_percent: "0.00", echeck_fixed: "0.00" },
    ...{ card_days: 0, echeck_days: 0, amex_apart: false, amex_days: 0, is_default: true },
  });
  const gross = new Map((await deposits(token)).map((each) => [each.source_id, each]));
  await ok("PUT", "/authorize/settings/", token, { ...DAILY, discount_percent: "2.9" });
  expect(await ok("GET", "/authorize/settings/", token)).toMatchObject(DAILY);
  for (const deposit of await deposits(token)) {
    const whole = gross.get(deposit.source_id ?? "");
    const charges = (whole?.lines ?? []).map(({ amount }) => cents(amount)).filter((c) => c > 0);
    const volume = charges.reduce((total, amount) => total + amount, 0);
    const fee = Math.round((volume * 29) / 1000 + Number.EPSILON) + 30 * charges.length;
    expect(cents(deposit.total_amt)).toBe(cents(whole?.total_amt) - fee);
    expect(sum(deposit)).toBe(cents(deposit.total_amt));
    const detail = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, token);
    const predicted = detail.deposit.lines.filter(
      (line: { fee_predicted: boolean }) => line.fee_predicted,
    );
    expect(predicted).toMatchObject([{ kind: "fee", status: "booked" }]);
    expect(predicted[0].description).toContain("estimated");
    expect(cents(predicted[0].amount)).toBe(-fee);
  }
  await ok("PUT", "/authorize/settings/", token, MONTHLY);
  const whole = await deposits(token);
  expect(whole.map(({ total_amt }) => total_amt)).toEqual(
    [...gross.values()].map(({ total_amt }) => total_amt),
  );
  await ok("PUT", "/authorize/settings/", token, DAILY);
  const before = await adminDb().auditEvent.count({
    where: { action: "deposit.fees_predicted" },
  });
  await ok("PUT", "/authorize/settings/", token, DAILY);
  await ok("GET", "/authorize/sync-payouts/", token);
  const after = await adminDb().auditEvent.count({
    where: { action: "deposit.fees_predicted" },
  });
  expect(after).toBe(before);
});

test("batches after the rate was set have their fees from the start", async () => {
  const token = await withAuthorizeNet();
  await ok("PUT", "/authorize/settings/", token, DAILY);
  const { batchId } = await control("/authorizenet/batches", {
    transactions: [{ amount: 10_000 }, { amount: 2_500, status: "refundSettledSuccessfully" }],
  });
  await ok("GET", "/authorize/sync-payouts/", token);
  const fresh = (await deposits(token)).find(({ source_id }) => source_id === batchId);
  expect(fresh?.total_amt).toBe("71.80");
  expect(fresh?.lines.map(({ amount }) => amount).sort()).toEqual(["-25.00", "-3.20", "100.00"]);
});

test("an invalid rate is refused, and so is a rate without a connection", async () => {
  const { token } = await signUp();
  const save = (body: object) => call("PUT", "/authorize/settings/", { token, body });
  expect((await save(DAILY)).status).toBe(409);
  for (const wrong of [
    { discount_percent: "-1" },
    { discount_percent: "100" },
    { discount_fixed: "0.305" },
    { discount_fixed: "" },
    { discount_timing: "weekly" },
  ]) {
    expect((await save({ ...DAILY, ...wrong })).status).toBe(400);
  }
});

test("deposits are matched and posted, with fees on the chosen category, and then stay unchanged", async () => {
  const { token } = await inWorld("posted", emulators);
  await addAuthorizeNet(token);
  const waiting = (await deposits(token)).filter(({ status }) => status === "matched");
  expect(waiting.length).toBeGreaterThanOrEqual(4);
  for (const { posting } of waiting) {
    expect(posting).toMatchObject({
      state: "blocked",
      message: "Choose an expense category in Authorize.Net Settings.",
    });
  }
  // The first rate applies to matched, unposted deposits; the category releases them.
  await ok("PUT", "/authorize/settings/", token, DAILY);
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  const category = expenses[1];
  await ok("POST", "/authorize/save-category/", token, { category });
  expect(await ok("GET", "/authorize/settings/", token)).toMatchObject(DAILY);
  await settled(token);

  const posted = (await deposits(token)).filter(({ status }) => status === "posted");
  expect(posted.length).toBeGreaterThanOrEqual(4);
  const books = await booksOf(emulators);
  for (const deposit of posted) {
    const made = books.deposits.find(({ note }) => note.includes(`payout ${deposit.source_id} `));
    expect(made?.total).toBe(cents(deposit.total_amt));
    const fee = deposit.lines.find(
      ({ status, amount }) => status === "posted" && cents(amount) < 0,
    );
    expect(fee).toBeTruthy();
    const booked = made?.lines.filter(({ linked }) => linked === null);
    expect(booked).toMatchObject([
      { account: { value: category.Id }, description: "Processing fees (estimated)" },
    ]);
  }
  const forgotten = (await deposits(token)).filter(({ status }) => status === "pending");
  expect(forgotten).toHaveLength(1);

  await ok("PUT", "/authorize/settings/", token, { ...DAILY, discount_percent: "3.50" });
  await settled(token);
  const later = new Map((await deposits(token)).map((each) => [each.id, each.total_amt]));
  for (const { id, total_amt } of posted) expect(later.get(id)).toBe(total_amt);
  for (const { id, total_amt } of forgotten) expect(later.get(id)).not.toBe(total_amt);
});
