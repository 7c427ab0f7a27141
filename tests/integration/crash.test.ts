import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { ok } from "../setup/client";
import { connectedCompany, type TestCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { booksOf } from "../setup/stand-in";
import { settled } from "../setup/worker";

/** After how many calls to the providers a worker is killed: in the middle of syncs and of postings. */
const KILL_AFTER_CALLS = [2, 9, 23, 5, 31, 13, 48];

const sandboxes: Sandbox[] = [];
let worker: ChildProcess | undefined;

afterAll(async () => {
  worker?.kill("SIGKILL");
  const { closeDb } = await import("@/server/db");
  const { stopQueue } = await import("@/server/jobs/queue");
  await stopQueue(5_000);
  await closeDb();
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
});

/** Both runs talk to the same addresses, so that one process' settings serve both. */
async function freshSandbox(ports?: Sandbox): Promise<Sandbox> {
  const port = (address: { url: string } | undefined) =>
    Number(address && new URL(address.url).port);
  const sandbox = await startSandbox({
    seed: 11,
    today: "2026-11-02",
    ...(ports && {
      stripePort: port(ports.stripe),
      quickbooksPort: port(ports.quickbooks),
    }),
  });
  sandboxes.push(sandbox);
  Object.assign(process.env, sandbox.env);
  return sandbox;
}

function startWorkerProcess(): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "server/jobs/main.ts"], {
    env: { ...process.env, LOG_LEVEL: "silent" },
    stdio: "ignore",
  });
}

async function killed(process: ChildProcess): Promise<void> {
  const exit = once(process, "exit");
  process.kill("SIGKILL");
  await exit;
}

async function callsTo(sandbox: Sandbox): Promise<number> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  return requests.length;
}

/** A dead worker's claims run out after some seconds; this is that time passing. */
async function letClaimsRunOut(): Promise<void> {
  await everything().$executeRaw`UPDATE sync_runs SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'running'`;
  await everything().$executeRaw`UPDATE postings SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'sending'`;
  await everything()
    .$executeRaw`UPDATE postings SET next_attempt_at = now() WHERE state = 'queued'`;
}

/** What it all came to, without the ids that QuickBooks gave out along the way. */
async function outcome(sandbox: Sandbox, company: TestCompany) {
  const { deposits } = await booksOf(sandbox);
  const list = await ok("GET", "/qb/deposit-status/", company.token);
  return {
    summary: await ok("GET", "/summary/", company.token),
    statuses: Object.fromEntries(
      list.deposits.map((deposit: Record<string, string>) => [deposit.source_id, deposit.status]),
    ),
    inQuickBooks: deposits
      .map(({ note, total, lines }) => ({
        note,
        total,
        linked: lines.flatMap(({ linked }) => linked?.TxnId ?? []).sort(),
      }))
      .sort((a, b) => a.note.localeCompare(b.note)),
  };
}

test("killed again and again in the middle of syncs and postings, it ends in the same state", async () => {
  const calm = await freshSandbox();
  worker = startWorkerProcess();
  const undisturbed = await connectedCompany(calm);
  await settled(undisturbed.token);
  const expected = await outcome(calm, undisturbed);
  expect(expected.summary.posted).toBeGreaterThan(20);
  await killed(worker);
  await calm.close();

  const rough = await freshSandbox(calm);
  const disturbed = await connectedCompany(rough);
  for (const calls of KILL_AFTER_CALLS) {
    const before = await callsTo(rough);
    worker = startWorkerProcess();
    await vi.waitFor(
      async () => expect(await callsTo(rough)).toBeGreaterThanOrEqual(before + calls),
      {
        timeout: 120_000,
        interval: 10,
      },
    );
    await killed(worker);
    await letClaimsRunOut();
  }
  worker = startWorkerProcess();
  await settled(disturbed.token);
  expect(await outcome(rough, disturbed)).toEqual(expected);
}, 600_000);
