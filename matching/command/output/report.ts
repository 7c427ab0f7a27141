import type { MatchResult } from "@/matching/engine/contract";
import type { Format } from "../options";
import { csvReport } from "./csv";
import { jsonReport, ndjsonReport } from "./json";
import { tableReport } from "./table";

export interface ReportOptions {
  format: Format;
  explain: boolean;
  /** Milliseconds per stage, measured by the caller. */
  time: Record<string, number>;
  /** Maximum width of the table, in columns. */
  width: number;
  /** What makes all of the result uncertain. */
  warnings?: readonly string[] | undefined;
}

/** The result as text in pieces, so that millions of matches need no single string. */
export function report(result: MatchResult, options: ReportOptions): Generator<string> {
  switch (options.format) {
    case "json":
      return jsonReport(result, options);
    case "ndjson":
      return ndjsonReport(result, options);
    case "csv":
      return csvReport(result, options);
    case "table":
      return tableReport(result, options);
  }
}
