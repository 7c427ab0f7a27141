import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { setInterval } from "node:timers";

const EVERY_MS = 1_000;

/** Memory of a process over the measured time, in bytes. */
export interface MemoryOf {
  name: string;
  /** Resident, each second. */
  samples: number[];
  /** What the heap held after a whole collection, at first and in the end. */
  held: { first: number; last: number };
}

interface Watched {
  name: string;
  pid(): number;
  held(): Promise<number>;
}

/**
 * Asks what is held now and when it is stopped, and looks every second in between. That reads /proc: on
 * other systems than Linux there are no samples.
 */
export function watchMemory(processes: readonly Watched[]): { stop(): Promise<MemoryOf[]> } {
  const first = Promise.all(processes.map((each) => each.held()));
  first.catch(() => undefined);
  const watched = processes.map(({ name, pid }) => ({ name, pid, samples: [] as number[] }));
  const look = async () => {
    for (const { pid, samples } of watched) {
      const bytes = await residentBytes(pid());
      if (bytes !== undefined) samples.push(bytes);
    }
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      const last = await Promise.all(processes.map((each) => each.held()));
      const before = await first;
      return watched.map(({ name, samples }, index) => ({
        name,
        samples,
        held: { first: before[index] ?? Number.NaN, last: last[index] ?? Number.NaN },
      }));
    },
  };
}

async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** How busy all processors of the machine were since this was called, 0 to 1, whatever kept them busy. */
export function watchProcessors(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    return 1 - (after.idle - before.idle) / (after.all - before.all);
  };
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  const all = times.reduce(
    (sum, each) => sum + each.user + each.nice + each.sys + each.idle + each.irq,
    0,
  );
  return { idle, all };
}
