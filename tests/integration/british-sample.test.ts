import { afterAll, beforeAll, expect, test } from "vitest";
import type { Deposit } from "@/lib/contracts/deposits";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { ok } from "../support/client";
import { chooseAccounts, connectedCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let sandbox: Sandbox;
let workers: Running;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 1, company: "uk" });
  Object.assign(process.env, sandbox.env);
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await sandbox.close();
});

test("the British sample is posted but for what its closed books refuse", async () => {
  const { token } = await connectedCompany(sandbox, {});
  await chooseAccounts(token);
  await settled(token);
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  const inState = (state: string) => deposits.filter(({ posting }) => posting?.state === state);
  expect(inState("failed").map(({ posting }) => posting?.message)).toEqual([]);
  // The negative payout waits for a clearing account, as in any company.
  const waiting = inState("blocked").filter(({ total_amt }) => Number(total_amt) > 0);
  expect(waiting.map(({ posting }) => posting?.message)).toEqual(
    waiting.map(() =>
      expect.stringMatching(/^The books are closed up to \d+ \w+ \d{4}: post on 1 /),
    ),
  );
  const thisMonth = new Date().toISOString().slice(0, 7);
  expect(waiting.length).toBeGreaterThan(5);
  expect(waiting.every(({ txn_date }) => txn_date < `${thisMonth}-01`)).toBe(true);
  const { runs } = await ok("GET", "/sync-runs/", token);
  expect(runs.map(({ message }: { message: string }) => message).join()).toMatch(
    /\d+ payments were booked to Stripe Clearing/,
  );

  // What waits goes on at a click.
  const [{ id = 0 } = {}] = waiting;
  await ok("POST", "/qb/post-on-open-day/", token, { deposit_id: id, on: true });
  await settled(token);
  expect((await ok("GET", `/qb/deposit/?deposit_id=${id}`, token)).deposit.status).toBe("posted");
});
