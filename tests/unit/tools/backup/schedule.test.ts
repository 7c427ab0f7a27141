import { expect, test } from "vitest";
import type { BackupRun } from "@/tools/backup/backup-runs";
import { outdated } from "@/tools/backup/retention";
import { nextDue } from "@/tools/backup/schedule";

const AT = { hours: 3, minutes: 30 };
/** In this machine's time zone, as the schedule is. */
const local = (day: number, hours = 0, minutes = 0) => new Date(2026, 10, day, hours, minutes);
const INSTALLED = local(1, 12);

function run(startedAt: Date, change: Partial<BackupRun> = {}): BackupRun {
  const bytes = 1_000;
  return {
    id: startedAt.toISOString(),
    scheduled: true,
    startedAt,
    finishedAt: startedAt,
    ...{ file: `/backups/${startedAt.toISOString()}`, bytes, counts: {}, error: null },
    testedAt: startedAt,
    testError: null,
    ...change,
  };
}
const failed = (at: Date) => run(at, { error: "The disk is full", bytes: null, testedAt: null });
const damaged = (at: Date) => run(at, { testError: "damaged" });
const untested = (at: Date) => run(at, { testedAt: null, testError: "No database for the test" });

test("a backup is due every night, and soon after a start where the machine was off", () => {
  const due = (now: Date, ...runs: BackupRun[]) => nextDue(AT, { runs, since: INSTALLED, now });
  // A new installation waits for its first night.
  expect(due(local(1, 13))).toEqual(local(2, 3, 30));
  expect(due(local(2, 3, 30))).toEqual(local(2, 3, 30));
  expect(due(local(2, 3, 31), run(local(2, 3, 30)))).toEqual(local(3, 3, 30));
  // Off for five nights, and in the night of a month's end.
  expect(due(local(7, 9), run(local(2, 3, 30)))).toEqual(local(7, 3, 30));
  expect(due(local(31, 3, 29), run(local(30, 3, 30)))).toEqual(local(31, 3, 30));
  // A late one counts for its night; one by hand doesn't.
  expect(due(local(7, 11), run(local(7, 9)))).toEqual(local(8, 3, 30));
  expect(due(local(7, 11), run(local(7, 9), { scheduled: false }))).toEqual(local(7, 3, 30));
  // A clock that was ahead.
  expect(due(local(5), run(local(9)))).toEqual(local(5, 3, 30));
});

test("a failed backup is repeated after an hour, a damaged one in the next night", () => {
  const due = (now: Date, ...runs: BackupRun[]) => nextDue(AT, { runs, since: INSTALLED, now });
  const before = run(local(2, 3, 30));
  expect(due(local(3, 3, 31), failed(local(3, 3, 30)), before)).toEqual(local(3, 4, 30));
  expect(due(local(3, 4, 31), failed(local(3, 4, 30)), before)).toEqual(local(3, 5, 30));
  expect(due(local(4, 3, 30), failed(local(3, 4, 30)), before)).toEqual(local(4, 3, 30));
  expect(due(local(3, 3, 31), damaged(local(3, 3, 30)), before)).toEqual(local(4, 3, 30));
});

test("only the schedule's own files are outdated, never the last good one", () => {
  const days = (list: BackupRun[]) => list.map(({ startedAt }) => startedAt.getDate());
  const week = [9, 8, 7, 6, 5, 4].map((day) => run(local(day)));
  expect(days(outdated(week, 3))).toEqual([6, 5, 4]);
  expect(days(outdated([run(local(10), { scheduled: false }), ...week], 3))).toEqual([6, 5, 4]);
  // Failed ones have no file; a damaged one goes once there is a good one again, and doesn't count.
  expect(days(outdated([failed(local(11)), damaged(local(10)), ...week], 3))).toEqual([6, 5, 4]);
  const healed = [run(local(11)), damaged(local(10)), ...week];
  expect(days(outdated(healed, 3))).toEqual([10, 7, 6, 5, 4]);
  expect(outdated([damaged(local(10)), damaged(local(9))], 1)).toEqual([]);
  // Of those that couldn't be tested, the last that was tested stays.
  const since = [untested(local(12)), untested(local(11)), untested(local(10)), ...week];
  expect(days(outdated(since, 2))).toEqual([10, 8, 7, 6, 5, 4]);
});
