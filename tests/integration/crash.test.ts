import { afterAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { IS_EXHAUSTIVE } from "../support/exhaustive";
import { settled, workLeft } from "../support/worker";
import { WorkerProcess } from "../support/worker-process";

/** Number of provider calls before a worker is killed: during syncs and during postings. */
const KILL_AFTER_CALLS = IS_EXHAUSTIVE ? [2, 9, 23, 5, 31, 13, 48] : [9, 31, 35];

const emulatorSets: Emulators[] = [];
let worker: WorkerProcess | undefined;

afterAll(async () => {
  await worker?.kill();
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  await stopQueue(5_000);
  await closeDb();
  await Promise.all(emulatorSets.map((emulators) => emulators.close()));
});

/** Both runs use the same addresses, so that one process' settings fit both. */
async function freshEmulators(ports?: Emulators): Promise<Emulators> {
  const port = (address: { url: string } | undefined) =>
    Number(address && new URL(address.url).port);
  const emulators = await startEmulators({
    seed: 11,
    today: "2026-11-02",
    company: IS_EXHAUSTIVE ? "sample" : "small",
    ...(ports && {
      ports: { stripe: port(ports.stripe), quickbooks: port(ports.quickbooks) },
    }),
  });
  emulatorSets.push(emulators);
  Object.assign(process.env, emulators.env);
  return emulators;
}

async function callsTo(emulators: Emulators): Promise<number> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.length;
}

/** Expires a dead worker's claims, which would take some seconds. */
async function letClaimsRunOut(): Promise<void> {
  await adminDb().$executeRaw`UPDATE sync_runs SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'running'`;
  await adminDb().$executeRaw`UPDATE postings SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'sending'`;
  await adminDb().$executeRaw`UPDATE postings SET next_attempt_at = now() WHERE state = 'queued'`;
}

/** The outcome, without the ids that QuickBooks generated. */
async function outcome(emulators: Emulators, company: TestCompany) {
  const { deposits } = await booksOf(emulators);
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

test("killed repeatedly during syncs and postings, it reaches the same final state", async () => {
  const first = await freshEmulators();
  worker = new WorkerProcess();
  const undisturbed = await connectedCompany(first);
  await settled(undisturbed.token);
  const expected = await outcome(first, undisturbed);
  expect(expected.summary.posted).toBeGreaterThan(IS_EXHAUSTIVE ? 20 : 5);
  await worker.kill();
  await first.close();

  const second = await freshEmulators(first);
  const disturbed = await connectedCompany(second);
  for (const calls of KILL_AFTER_CALLS) {
    const before = await callsTo(second);
    worker = new WorkerProcess();
    // On a busy machine the signals come late, and little or nothing may be left.
    await eventually(async () => {
      const made = (await callsTo(second)) - before;
      if (made < calls) expect(await workLeft(disturbed.token)).toBe(0);
    });
    await worker.kill();
    await letClaimsRunOut();
  }
  worker = new WorkerProcess();
  await settled(disturbed.token);
  expect(await outcome(second, disturbed)).toEqual(expected);
}, 1_800_000);
