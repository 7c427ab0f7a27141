import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { call, ok } from "../setup/client";
import { connectedCompany, signUp } from "../setup/company";
import { everything } from "../setup/everything";
import { booksOf, injectFault } from "../setup/stand-in";
import { type Running, settled, startWorkers } from "../setup/worker";

let sandbox: Sandbox;
let workers: Running;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7 });
  Object.assign(process.env, sandbox.env);
  workers = await startWorkers();
});
beforeEach(() => control("/reset", {}));

afterAll(async () => {
  await workers.stop();
  await sandbox.close();
});

const DAILY = { discount_percent: "2.90", discount_fixed: "0.30", discount_timing: "daily" };
const MONTHLY = { ...DAILY, discount_timing: "monthly" };
type Deposit = Record<string, string> & { id: number; lines: Record<string, string>[] };

async function control(path: string, body: object) {
  const response = await fetch(sandbox.control.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} refused: ${await response.text()}`);
  return response.json();
}

const keys = () => ({
  login_id: sandbox.credentials.authorizenetLoginId,
  transcation_key: sandbox.credentials.authorizenetTransactionKey,
});

/** A company with Authorize.Net alone. */
async function withAuthorizeNet(): Promise<string> {
  const { token } = await signUp();
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  return token;
}

async function deposits(token: string): Promise<Deposit[]> {
  const list = await ok("GET", "/qb/deposit-status/", token);
  return list.deposits.filter(({ source }: Deposit) => source === "Authorize.Net");
}

const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
const sum = (deposit: Deposit) =>
  deposit.lines.reduce((total, { amount }) => total + cents(amount), 0);

async function operations(): Promise<Record<string, number>> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  const counts: Record<string, number> = {};
  for (const { operation } of requests) {
    if (operation) counts[operation] = (counts[operation] ?? 0) + 1;
  }
  return counts;
}

test("connecting reads the batches; a second sync changes nothing", async () => {
  const token = await withAuthorizeNet();
  const first = await deposits(token);
  expect(first).toHaveLength(6);
  for (const deposit of first) expect(sum(deposit)).toBe(cents(deposit.total_amt));
  const rows = () => everything().depositLine.findMany({ orderBy: { id: "asc" } });
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

test("`wait=0` answers at once with the run to follow, a deleted batch stays deleted", async () => {
  const token = await withAuthorizeNet();
  const [gone] = await deposits(token);
  await ok("POST", "/qb/delete-deposit/", token, { deposit_id: gone?.id });
  const { run } = await ok("GET", "/authorize/sync-payouts/?wait=0", token);
  expect(run.id).toBeTruthy();
  await settled(token);
  expect((await deposits(token)).map(({ source_id }) => source_id)).not.toContain(gone?.source_id);
  expect(await deposits(token)).toHaveLength(5);
});

test("what connecting refuses is said in plain words, and nothing is stored", async () => {
  const { token } = await signUp();
  const refused = async (body: object = keys()) => {
    const answer = await call("POST", "/authorize/connect/", { token, body });
    expect(answer.status).toBe(422);
    return answer.body.message;
  };
  expect(await refused({ ...keys(), transcation_key: "wrong-key" })).toContain("Copy both again");
  await control("/authorizenet/merchant", { reporting: false });
  expect(await refused()).toContain("Transaction Details API, choose Enable");
  await control("/authorizenet/merchant", { reporting: true, currencies: ["USD", "CAD"] });
  expect(await refused()).toContain("several currencies");
  expect((await ok("GET", "/user/integrations/", token)).integrations).toEqual([]);
});

test("the key is stored sealed, and stands in no answer, run or audit row", async () => {
  const token = await withAuthorizeNet();
  const row = await everything().integration.findFirstOrThrow({
    where: { provider: "authorizenet", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const sealed = Buffer.from(row.credentials ?? []).toString("latin1");
  const told = [
    sealed,
    JSON.stringify(row.settings),
    JSON.stringify(await everything().auditEvent.findMany(), (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    ),
    JSON.stringify(await everything().syncRun.findMany()),
    JSON.stringify(await ok("GET", "/user/integrations/", token)),
  ];
  for (const text of told) expect(text).not.toContain(keys().transcation_key);
});

test("the rate: zero at first; daily takes predicted fees off, monthly leaves deposits whole", async () => {
  const token = await withAuthorizeNet();
  expect(await ok("GET", "/authorize/settings/", token)).toEqual({
    discount_percent: "0.00",
    discount_fixed: "0.00",
    discount_timing: "daily",
  });
  const gross = new Map((await deposits(token)).map((each) => [each.source_id, each]));
  await ok("PUT", "/authorize/settings/", token, { ...DAILY, discount_percent: "2.9" });
  expect(await ok("GET", "/authorize/settings/", token)).toEqual(DAILY);
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
    expect(predicted[0].description).toContain("predicted");
    expect(cents(predicted[0].amount)).toBe(-fee);
  }
  await ok("PUT", "/authorize/settings/", token, MONTHLY);
  const whole = await deposits(token);
  expect(whole.map(({ total_amt }) => total_amt)).toEqual(
    [...gross.values()].map(({ total_amt }) => total_amt),
  );
  await ok("PUT", "/authorize/settings/", token, DAILY);
  const before = await everything().auditEvent.count({
    where: { action: "deposit.fees_predicted" },
  });
  await ok("PUT", "/authorize/settings/", token, DAILY);
  await ok("GET", "/authorize/sync-payouts/", token);
  const after = await everything().auditEvent.count({
    where: { action: "deposit.fees_predicted" },
  });
  expect(after).toBe(before);
});

test("batches that come after the rate was set have their fees from the start", async () => {
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

test("a rate that is no rate is refused, and without a connection there is nothing to set", async () => {
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

test("matched with the books and posted, fees on the chosen category, and then left alone", async () => {
  const { token } = await connectedCompany(sandbox);
  await settled(token);
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  const waiting = (await deposits(token)).filter(({ status }) => status === "matched");
  expect(waiting.length).toBeGreaterThanOrEqual(4);
  for (const { posting } of waiting) {
    expect(posting).toMatchObject({
      state: "blocked",
      message: "Choose an expense category in Authorize.Net Settings.",
    });
  }
  // The first rate reaches what is matched and not posted; the category lets it go.
  await ok("PUT", "/authorize/settings/", token, DAILY);
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  const category = expenses[1];
  await ok("POST", "/authorize/save-category/", token, { category });
  expect(await ok("GET", "/authorize/settings/", token)).toEqual(DAILY);
  await settled(token);

  const posted = (await deposits(token)).filter(({ status }) => status === "posted");
  expect(posted.length).toBeGreaterThanOrEqual(4);
  const books = await booksOf(sandbox);
  for (const deposit of posted) {
    const made = books.deposits.find(({ note }) => note.includes(`payout ${deposit.source_id} `));
    expect(made?.total).toBe(cents(deposit.total_amt));
    const fee = deposit.lines.find(
      ({ status, amount }) => status === "posted" && cents(amount) < 0,
    );
    expect(fee).toBeTruthy();
    const booked = made?.lines.filter(({ linked }) => linked === null);
    expect(booked).toMatchObject([
      { account: { value: category.Id }, description: "Processing fees (predicted)" },
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

test("a batch of 2,300 transactions and one of voided ones alone", async () => {
  const { token } = await signUp();
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const named = { firstName: "Ada", lastName: "Byron", invoiceNumber: "1" };
  const { batchId } = await control("/authorizenet/batches", {
    date,
    transactions: Array.from({ length: 2_300 }, (_, index) => ({ amount: 100 + index, ...named })),
  });
  await control("/authorizenet/batches", {
    date,
    transactions: [{ amount: 100, status: "voided" }],
  });
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  const all = await deposits(token);
  expect(all).toHaveLength(7);
  const large = all.find(({ source_id }) => source_id === batchId);
  expect(large?.lines).toHaveLength(2_300);
  expect(sum(large as Deposit)).toBe(cents(large?.total_amt));
});

test("faults on the way are ridden out; a batch that does not add up is left out and named", async () => {
  const { token } = await signUp();
  const wrong = await control("/authorizenet/batches", {
    transactions: [{ amount: 100, status: "mystery", cameBackLater: true }, { amount: 900 }],
  });
  for (const kind of ["cut", "malformed", "truncated"]) {
    await injectFault(sandbox, {
      provider: "authorizenet",
      match: { path: "getTransactionListRequest" },
      kind,
    });
  }
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  expect(await deposits(token)).toHaveLength(6);
  const { runs } = await ok("GET", "/sync-runs/", token);
  expect(runs[0].message).toContain(wrong.batchId);
});

test("a key that ends in the middle of a sync expires the connection, and loses nothing", async () => {
  const { token } = await signUp();
  // The first details come after the first batches are stored.
  await injectFault(sandbox, {
    provider: "authorizenet",
    match: { path: "getTransactionDetailsRequest" },
    kind: "status",
    status: 400,
    code: "E00007",
  });
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  const [integration] = (await ok("GET", "/user/integrations/", token)).integrations;
  expect(integration.status).toBe("expired");
  const stored = await deposits(token);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(6);
  const answer = await call("GET", "/authorize/sync-payouts/", { token });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain("Connect Authorize.Net again");
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  expect(await deposits(token)).toHaveLength(6);
  expect(new Set((await deposits(token)).map(({ source_id }) => source_id)).size).toBe(6);
});

test("killed in the middle of a sync, the next worker goes on and doubles nothing", async () => {
  await workers.stop();
  const { token } = await signUp();
  await injectFault(sandbox, {
    provider: "authorizenet",
    match: { path: "getTransactionDetailsRequest" },
    kind: "timeout",
    times: 1,
  });
  await ok("POST", "/authorize/connect/", token, keys());
  const worker = startWorkerProcess();
  await vi.waitFor(
    async () => expect((await operations()).getTransactionDetailsRequest).toBeGreaterThan(0),
    { timeout: 60_000, interval: 20 },
  );
  const exit = once(worker, "exit");
  worker.kill("SIGKILL");
  await exit;
  const halfway = await deposits(token);
  expect(halfway.length).toBeGreaterThan(0);
  expect(halfway.length).toBeLessThan(6);
  await everything().$executeRaw`UPDATE sync_runs SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'running'`;
  workers = await startWorkers();
  await settled(token);
  const all = await deposits(token);
  expect(new Set(all.map(({ source_id }) => source_id)).size).toBe(6);
  expect(all).toHaveLength(6);
  for (const deposit of all) expect(sum(deposit)).toBe(cents(deposit.total_amt));
});

function startWorkerProcess(): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "server/jobs/main.ts"], {
    env: { ...process.env, LOG_LEVEL: "silent" },
    stdio: "ignore",
  });
}
