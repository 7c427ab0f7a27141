import type { LoadResult } from "../../api/load";
import { dateAndMachine, median, table } from "../../report";
import type { Check, Cost } from "./cost";

/** One measurement. */
export interface Run {
  /** Nothing but the streams happens. */
  idle: Cost;
  /** A page of deposits, requested over one connection. */
  page: LoadResult;
}

/** The product with some number of open streams. */
interface Measured {
  streams: number;
  runs: readonly Run[];
}

/** The section "streams" of docs/reports/load.md. */
export function streamsText(measured: readonly Measured[], check: Check): string {
  const rows: [name: string, of: (run: Run) => number, digits: number][] = [
    ["transactions/s", ({ idle }) => idle.transactions, 1],
    ["web process, ms of processor per second", ({ idle }) => idle.web, 1],
    ["PostgreSQL, ms of processor per second", ({ idle }) => idle.database, 1],
    ["page of deposits, requests/s", ({ page }) => page.perSecond, 0],
    ["p50 ms", ({ page }) => page.p50, 2],
    ["p99 ms", ({ page }) => page.p99, 2],
  ];
  const tableText = table(
    ["", ...measured.map(({ streams }) => `${streams} streams`)],
    rows.map(([name, of, digits]) => [
      name,
      ...measured.map(({ runs }) => median(runs.map(of)).toFixed(digits)),
    ]),
  );
  return [
    `Measured on ${dateAndMachine()}; medians of rounds that alternate.`,
    tableText,
    `One check takes ${check.elapsed.toFixed(2)} ms, of which ${check.processor.toFixed(2)} ms of the web process' processor.`,
  ].join("\n\n");
}
