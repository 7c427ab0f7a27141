import { readdir, readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { recordedBackup, recordedTest } from "@/tools/backup/back-up";
import { BackupRuns } from "@/tools/backup/backup-runs";
import { type BackupSchedule, makeDue } from "@/tools/backup/keep-backups";
import { testBackup } from "@/tools/backup/test-backup";
import { type Scope, supervise } from "@/tools/process/supervise";
import { adminDb } from "../support/admin-db";
import { backup, backupFolder, formats, newFile, url } from "../support/backups";
import { onDatabase } from "../support/fingerprint";
import { seedFullLedger } from "../support/full-ledger";
import { withLogin } from "../support/postgres-server";

const DAY_MS = 86_400_000;

let lines: string[];
const log = (line: string) => lines.push(line);
const urls = () => ({ ownerUrl: url(), productUrl: withLogin(url(), inject("productLogin")) });
const schedule = (): BackupSchedule => ({
  ...urls(),
  at: { hours: 0, minutes: 0 },
  folder: `${backupFolder()}/nightly`,
  keep: 1,
  log,
});

/** What a command would do. */
async function inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await supervise(async (scope) => {
    result = { value: await work(scope) };
    return 0;
  });
  if (!result) throw new Error("The command was stopped");
  return result.value;
}

const nightly = () => inScope((scope) => makeDue(scope, schedule()));
const tryOut = (file: string) => inScope((scope) => testBackup(scope, { ...urls(), file, log }));
const runs = () => adminDb().backupRun.findMany({ orderBy: { startedAt: "desc" } });
const scratches = () =>
  onDatabase(url(), async (client) => {
    const found = await client.query(
      "SELECT FROM pg_database WHERE datname LIKE 'backup_test_of_%'",
    );
    return found.rowCount;
  });

/** As if all backups had been made some days before. */
async function daysPass(days: number): Promise<void> {
  await adminDb().$executeRaw`
    UPDATE backup_runs SET started_at = started_at - make_interval(days => ${days})`;
}

beforeAll(async () => {
  await seedFullLedger();
  await adminDb().installation.updateMany({
    data: { createdAt: new Date(Date.now() - 40 * DAY_MS) },
  });
});
beforeEach(() => {
  lines = [];
});

describe("the schedule", () => {
  test("makes a backup, tests it, and deletes its own outdated files alone", async () => {
    const byHand = newFile();
    await inScope(async (scope) => {
      const opened = await BackupRuns.open(scope, url(), log);
      const options = { ...urls(), file: byHand, scheduled: false, portable: true, log };
      return recordedBackup(scope, opened, options);
    });
    const foreign = `${schedule().folder}-foreign.backup`;
    await writeFile(foreign, "theirs");
    const next = await nightly();
    expect(next).toBeGreaterThan(Date.now());
    const [made] = await runs();
    expect(made).toMatchObject({ scheduled: true, error: null, testError: null });
    expect(made?.testedAt).not.toBeNull();
    expect(made?.counts).toMatchObject({ deposits: 4, ledger_payments: 4 });
    expect(made?.counts).not.toHaveProperty("backup_runs");
    expect(Number(made?.rows)).toBeGreaterThan(20);
    expect((await readFile(made?.file ?? "")).length).toBe(Number(made?.bytes));
    expect(lines.join("\n")).toContain("was restored on trial");
    expect(await scratches()).toBe(0);
    // Another process that looks at the same moment finds nothing to do.
    expect(await nightly()).toBe(next);
    expect(await runs()).toHaveLength(2);

    await daysPass(31);
    await nightly();
    expect(lines.at(-1)).toBe(`Old backup deleted: ${made?.file}`);
    expect(await readdir(schedule().folder)).toHaveLength(1);
    // The run by hand is forgotten; its file stays.
    expect((await runs()).map(({ scheduled }) => scheduled)).toEqual([true]);
    expect((await readFile(byHand)).length).toBeGreaterThan(0);
    expect(await readFile(foreign, "utf8")).toBe("theirs");
  });

  test("records a failure, and what a crash has left unfinished", async () => {
    await adminDb().backupRun.deleteMany();
    const notAFolder = newFile();
    await writeFile(notAFolder, "");
    const unwritable = { ...schedule(), folder: `${notAFolder}/nightly` };
    await expect(inScope((scope) => makeDue(scope, unwritable))).rejects.toThrow();
    expect((await runs())[0]?.error).toMatch(/ENOTDIR/);
    await adminDb().backupRun.create({ data: { scheduled: true, file: "/lost" } });
    // Not before an hour has passed.
    const next = await nightly();
    expect(next).toBeGreaterThan(Date.now());
    expect((await runs()).map(({ error }) => error)).toContainEqual(
      expect.stringMatching("interrupted"),
    );
  });
});

describe("the test of a backup", () => {
  test("finds that rows are missing or changed, in either format", async () => {
    for (const portable of await formats()) {
      const file = newFile();
      const { id, counts } = await inScope(async (scope) => {
        const opened = await BackupRuns.open(scope, url(), log);
        const made = { ...urls(), file, scheduled: true, portable, log };
        return recordedBackup(scope, opened, made);
      });
      const recorded = (changed: Record<string, number>) =>
        inScope(async (scope) => {
          const opened = await BackupRuns.open(scope, url(), log);
          const options = { ...urls(), id: id ?? "", file, counts: changed, log };
          return recordedTest(scope, opened, options);
        });
      expect(await recorded(counts)).toMatchObject({ verdict: true, error: null });
      const more = { ...counts, deposits: 5 };
      expect(await recorded(more)).toMatchObject({
        verdict: true,
        error: "The restored rows are not those that were backed up: deposits 4 of 5.",
      });
      const bytes = await readFile(file);
      await writeFile(file, bytes.subarray(0, bytes.length / 2));
      expect(await recorded(counts)).toMatchObject({ verdict: true, error: /damaged|read/ });
      const row = await adminDb().backupRun.findUnique({ where: { id: id ?? "" } });
      expect(row?.testedAt).not.toBeNull();
      expect(row?.testError).toMatch(/damaged|read/);
    }
    expect(await scratches()).toBe(0);
  });

  test("works by hand with what the file itself says, also without the record", async () => {
    const file = newFile();
    await backup(file, true);
    expect(await tryOut(file)).toMatchObject({ isCompared: true });
    const text = gunzipSync(await readFile(file)).toString("utf8");
    const lines = text.split("\n");
    const end = JSON.parse(lines.at(-2) ?? "");
    const write = (changed: object) =>
      writeFile(file, gzipSync([...lines.slice(0, -2), JSON.stringify(changed), ""].join("\n")));
    await write({ ...end, counts: { ...end.counts, companies: 99 } });
    await expect(tryOut(file)).rejects.toThrow("companies 1 of 99");
    const { counts: _, ...older } = end;
    await write(older);
    expect(await tryOut(file)).toMatchObject({ isCompared: false });
  });

  test("says that it couldn't be done, which is no verdict on the file", async () => {
    const file = newFile();
    await backup(file, true);
    await onDatabase(url(), (client) =>
      client.query("CREATE ROLE backup_reader LOGIN BYPASSRLS PASSWORD 'backup_reader'"),
    );
    try {
      const ownerUrl = withLogin(url(), "backup_reader");
      const outcome = inScope((scope) => testBackup(scope, { ...urls(), ownerUrl, file, log }));
      await expect(outcome).rejects.toMatchObject({
        name: "UntestableError",
        message: expect.stringContaining("needs CREATEDB"),
      });
    } finally {
      await onDatabase(url(), (client) => client.query("DROP ROLE backup_reader"));
    }
  });
});
