import { createHash } from "node:crypto";

/** What {@link measurePace} takes where the budgets of tests were set, with both processors busy. */
export const REFERENCE_PACE_MS = 9;

/** So that the compiler has done its part before anything is measured. */
const WARM_UPS = 3;
let isWarm = false;

/**
 * How fast this machine is at the moment: the processor time, in milliseconds, of a fixed piece of work of the kind
 * that tests do (objects, text, JSON, hashes).
 */
export function measurePace(): number {
  if (!isWarm) for (let count = 0; count < WARM_UPS; count++) work();
  isWarm = true;
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function work(): string {
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    id: `row_${(index * 7_919) % 6_000}`,
    amount: (index * 104_729) % 100_000,
    note: `Payment ${index} of ${index % 17}`,
  }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sorted = [...byId.values()].toSorted(
    (a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1),
  );
  const read: typeof rows = JSON.parse(JSON.stringify(sorted));
  return createHash("sha256")
    .update(read.map(({ note }) => note).join("\n"))
    .digest("hex");
}
