export interface MemorySample {
  at: number;
  rss: number;
  heapUsed: number;
}

export interface Measured {
  provider: string;
  seconds: number;
  /** When each call arrived, milliseconds. */
  calls: number[];
  /** The provider's limit. */
  limit: string;
  stored: string;
  memory: MemorySample[];
}

const MEGABYTE = 2 ** 20;

export function firstSyncText(measured: readonly Measured[]): string {
  const speed = measured.map(({ provider, seconds, calls, limit, stored }) =>
    row([
      provider,
      stored,
      `${seconds.toFixed(0)} s`,
      String(calls.length),
      (calls.length / seconds).toFixed(1),
      String(mostInOneSecond(calls)),
      limit,
    ]),
  );
  const memory = measured.map(({ provider, memory: samples }) =>
    row([
      provider,
      ...thirds(samples).map((third) => `${mean(third, "rss")} (${mean(third, "heapUsed")})`),
      `${peak(samples, "rss")} (${peak(samples, "heapUsed")})`,
    ]),
  );
  return [
    "| provider | read | time | calls | calls a second | peak per second | allowed |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...speed,
    "",
    "Memory of the worker in MB, resident (JavaScript heap), mean of each third of the time:",
    "",
    "| provider | first third | middle third | last third | peak |",
    "| --- | --- | --- | --- | --- |",
    ...memory,
  ].join("\n");
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** In any window of a second, not only in clock seconds. */
function mostInOneSecond(calls: readonly number[]): number {
  const sorted = [...calls].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function thirds(samples: readonly MemorySample[]): MemorySample[][] {
  const size = Math.ceil(samples.length / 3);
  return [0, 1, 2].map((index) => samples.slice(index * size, (index + 1) * size));
}

function mean(samples: readonly MemorySample[], of: "rss" | "heapUsed"): number {
  const sum = samples.reduce((total, sample) => total + sample[of], 0);
  return Math.round(sum / Math.max(1, samples.length) / MEGABYTE);
}

function peak(samples: readonly MemorySample[], of: "rss" | "heapUsed"): number {
  return Math.round(Math.max(0, ...samples.map((sample) => sample[of])) / MEGABYTE);
}
