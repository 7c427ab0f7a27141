import { performance } from "node:perf_hooks";
import { median, quantile } from "../report";
import { DAYS, type DayName, type Visit } from "./days";

export interface Figures {
  name: string;
  answered: number;
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
}

export interface Visited {
  kinds: Figures[];
  /** Without the asides. */
  all: Figures;
  failures: string[];
}

const SHOWN_FAILURES = 5;
/** Differs each time. */
const REQUEST_ID = /,"request_id":"[^"]*"/;
/** A person does not click faster. */
const PAUSE_MS = 50;

/** Works through rounds of a day, one request after the other, until `isOver`. Calls `begun` when it is about to start. */
export async function visit(
  { day: name, ...order }: Visit & { day: DayName },
  { begun, isOver }: { begun: () => void; isOver: () => boolean },
): Promise<Visited> {
  const day = DAYS[name];
  const names = [...day.kinds, ...day.asides];
  const times = new Map<string, number[]>(names.map((kind) => [kind, []]));
  const failed = new Map<string, number>();
  const failures = new Set<string>();
  const measure = async (kind: string, request: () => Promise<unknown>) => {
    if (isOver()) return;
    const asked = performance.now();
    try {
      await request();
      times.get(kind)?.push(performance.now() - asked);
    } catch (error) {
      failed.set(kind, (failed.get(kind) ?? 0) + 1);
      const failure = `${kind}: ${String(error).replace(REQUEST_ID, "")}`;
      if (failures.size < SHOWN_FAILURES) failures.add(failure);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  const { round, end } = await day.begin(order);
  begun();
  while (!isOver()) await round(measure);
  end();
  const timesOf = (kind: string) => times.get(kind) ?? [];
  const failedOf = (kind: string) => failed.get(kind) ?? 0;
  const kinds = names.map((kind) => figures(kind, timesOf(kind), failedOf(kind)));
  const failedInAll = day.kinds.reduce((sum, kind) => sum + failedOf(kind), 0);
  return {
    kinds,
    all: figures("all", day.kinds.flatMap(timesOf), failedInAll),
    failures: [...failures],
  };
}

function figures(name: string, times: number[], failed: number): Figures {
  return {
    ...{ name, answered: times.length, failed },
    ...{ p50: median(times), p99: quantile(times, 0.99), worst: quantile(times, 1) },
  };
}
