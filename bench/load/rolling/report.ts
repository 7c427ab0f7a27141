import { dateAndMachine, table } from "../../report";
import type { JobCounts } from "../jobs";
import type { LoadOptions } from "../setup";
import { FOLLOWING, type TrafficResult } from "../traffic/run";

export interface Restart {
  name: string;
  /** From SIGTERM to the exit, milliseconds. */
  stopMs: number;
  startMs: number;
}

export interface Rolling {
  traffic: TrafficResult;
  restarts: Restart[];
  jobs: JobCounts;
  /** Number of requests per web process. */
  shares: number[];
  sold: number;
  postedOnce: number;
}

export function rollingText(options: LoadOptions, rolling: Rolling): string {
  const { traffic, restarts, jobs, shares, sold, postedOnce } = rolling;
  const names = [...new Set(restarts.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const own = restarts.filter((restart) => restart.name === name);
    const longest = Math.max(...own.map(({ stopMs }) => stopMs));
    return [name, String(own.length), seconds(longest)];
  });
  const answered = traffic.kinds.reduce((sum, kind) => sum + kind.answered, 0);
  const failed = traffic.kinds.reduce((sum, kind) => sum + kind.failed, 0);
  const looked = traffic.kinds.filter(({ name }) => name !== FOLLOWING);
  const slowest = Math.max(...looked.map(({ p99 }) => p99 ?? 0));
  return [
    `Measured on ${dateAndMachine()}, ${options.companies} companies, ${options.connections} connections, ${Math.round(traffic.seconds)} s.`,
    table(["", "restarts", "longest from SIGTERM to the end"], rows),
    [
      `- Requests: ${answered} answered, **${failed} failed**; distributed ${shares.join(" / ")}. p99 of the slowest kind: ${Math.round(slowest)} ms.`,
      `- Sales: ${sold}, posted to QuickBooks exactly once: **${postedOnce}**.`,
      `- Jobs: ${jobs.syncs} syncs, ${jobs.bulkMatches} bulk matches, ${jobs.postings} postings; **${jobs.failed} failed**, none left.`,
    ].join("\n"),
    traffic.failures.length > 0
      ? ["Errors:", ...traffic.failures.map((each) => `- ${each}`)].join("\n")
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
