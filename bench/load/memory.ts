import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { setInterval } from "node:timers";

const EVERY_MS = 1_000;

/** Memory of a process over the measured time, in bytes. */
export interface MemoryOf {
  name: string;
  /** Resident size, each second. */
  samples: number[];
  /** Heap size after a full collection, at the beginning and at the end. */
  held: { first: number; last: number };
}

interface Watched {
  name: string;
  pid(): number;
  held(): Promise<number>;
}

/**
 * Measures the heap at the start and at the stop, and samples memory every second in between. Samples come
 * from /proc: there are none on systems other than Linux.
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

/** Load of all processors since this call, 0 to 1, from every process. */
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
