import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as depositContracts from "@/lib/contracts/deposits";
import * as integrations from "@/lib/contracts/integrations";
import * as matchContracts from "@/lib/contracts/matches";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { call, ok } from "../setup/client";
import { connectedCompany, signUp, type TestCompany } from "../setup/company";
import { type Running, settled, startWorkers } from "../setup/worker";

const contracts = { ...depositContracts, ...matchContracts };

let sandbox: Sandbox;
let workers: Running;
let owner: TestCompany;
let stranger: TestCompany;
let deposits: { id: number; status: string; total_amt: string }[];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 3, today: "2026-11-02" });
  Object.assign(process.env, sandbox.env);
  workers = await startWorkers();
  [owner, stranger] = [await connectedCompany(sandbox), await signUp()];
  await settled(owner.token);
  ({ deposits } = await ok("GET", "/qb/deposit-status/", owner.token));
});

afterAll(async () => {
  await workers.stop();
  await sandbox.close();
});

const idOf = (status: string) => {
  const found = deposits.find((deposit) => deposit.status === status);
  if (!found) throw new Error(`the sample has no ${status} deposit`);
  return found.id;
};

describe("another company's rows do not exist", () => {
  test("every call that names a row answers 404 and changes nothing", async () => {
    const { runs } = await ok("GET", "/sync-runs/", owner.token);
    const [payment] = (await ok("GET", "/qb/get-payment/", owner.token)).transactions;
    const pending = deposits.find(({ status }) => status === "pending");
    const before = await ok("GET", "/qb/deposit-status/", owner.token);
    const byDeposit = [
      contracts.autoMatch,
      contracts.deleteDeposit,
      contracts.undoDeposit,
      contracts.retryPosting,
      contracts.confirmMatch,
      contracts.dismissMatch,
    ];
    const attempts = [
      ...["pending", "suggested", "posted"].flatMap((status) => [
        ...byDeposit.map(({ path }) => ({
          method: "POST",
          path,
          body: { deposit_id: idOf(status) },
        })),
        { method: "GET", path: `${contracts.depositDetail.path}?deposit_id=${idOf(status)}` },
      ]),
      {
        method: "POST",
        path: contracts.matchTransaction.path,
        body: {
          stripe_transaction_ids: [String(pending?.id)],
          stripe_transaction_amount: Number(pending?.total_amt),
          quickbooks_transaction_ids: [payment.Id],
          quickbooks_transaction_amount: Number(payment.TotalAmt),
        },
      },
      { method: "POST", path: integrations.cancelSync.path, body: { run_id: runs[0].id } },
    ];
    for (const { method, path, ...rest } of attempts) {
      const answer = await call(method, path, { token: stranger.token, ...rest });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.body).toMatchObject({ code: "not_found" });
    }
    expect(await ok("GET", "/qb/deposit-status/", owner.token)).toEqual(before);
  });

  test("an unknown row looks exactly like another company's", async () => {
    const theirs = await call("POST", "/qb/auto-match/", {
      token: stranger.token,
      body: { deposit_id: idOf("posted") },
    });
    const nobodys = await call("POST", "/qb/auto-match/", {
      token: stranger.token,
      body: { deposit_id: 2_000_000_000 },
    });
    const { request_id: _a, ...first } = theirs.body;
    const { request_id: _b, ...second } = nobodys.body;
    expect(first).toEqual(second);
  });

  test("every list is empty for a company without rows", async () => {
    const lists: [path: string, field: string][] = [
      ["/qb/deposit-status/", "deposits"],
      ["/qb/get-payment/", "transactions"],
      ["/qb/suggestions/", "suggestions"],
      ["/user/integrations/", "integrations"],
      ["/qb/get-expense/", "expenses"],
      ["/sync-runs/", "runs"],
    ];
    for (const [path, field] of lists) {
      const body = await ok("GET", path, stranger.token);
      expect(body[field], path).toEqual([]);
    }
    const summary = await ok("GET", "/summary/", stranger.token);
    expect(Object.values(summary).every((value) => value === 0)).toBe(true);
  });

  test("a connection begun by one person can't be completed by another", async () => {
    const { authorization_url } = await ok("GET", "/qb/connect/", owner.token);
    const state = new URL(authorization_url).searchParams.get("state");
    const body = { code: "stolen", realmId: sandbox.credentials.realmId, state };
    const answer = await call("POST", "/qb/callback/", { token: stranger.token, body });
    expect(answer.status).toBe(422);
    expect((await ok("GET", "/user/integrations/", stranger.token)).integrations).toEqual([]);
  });
});

describe("without a session there is nothing", () => {
  const endpoints = { ...contracts, ...integrations };

  test("every endpoint answers 401 without a token and with a made-up one", async () => {
    for (const endpoint of Object.values(endpoints)) {
      if (!("access" in endpoint)) continue;
      for (const token of ["", "TOKEN ", `TOKEN ${randomUUID()}`]) {
        const answer = await call(endpoint.method, endpoint.path, { token, body: {} });
        expect(answer.status, endpoint.path).toBe(401);
      }
    }
  });

  test("a token is worth nothing after logging out", async () => {
    const { token } = await signUp();
    await ok("GET", "/summary/", token);
    await ok("POST", "/user/logout/api/", token);
    expect((await call("GET", "/summary/", { token })).status).toBe(401);
  });
});
