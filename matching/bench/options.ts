import { parseArgs } from "node:util";
import { JUDGE_SHAPES, LINE_SHAPES, type LineShape, type Shape, WHOLE_SHAPES } from "./model";

/**
 * Tuning looks at the first; nothing may be chosen by the others. Judging seeds are for single questions, so
 * their errors have been looked at. The report's seeds run in the complete run alone, which prints figures only.
 */
export const TUNING_SEEDS = [1, 2, 3, 4] as const;
export const JUDGING_SEEDS = [101, 102, 103, 104] as const;
export const REPORT_SEEDS = [301, 302, 303, 304] as const;
/** Those on which the engine may be tuned. */
const TUNING_SHAPES: readonly Shape[] = [...LINE_SHAPES, ...WHOLE_SHAPES];
const SHAPES: readonly Shape[] = [...TUNING_SHAPES, ...JUDGE_SHAPES];
/** Parts of the benchmark, in the order in which they run. */
const PARTS = ["accuracy", "missing", "leave-one-out", "curves", "public", "speed"] as const;
export type Part = (typeof PARTS)[number];
/** One shape shows how the figures fall; each more takes minutes. */
const DEFAULT_CURVES: readonly LineShape[] = ["donations"];
const DEFAULT_LINES = 4_000;
const DEFAULT_SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

export interface Options {
  /** `report`: the complete run, which alone may replace the published figures. */
  seedSet: "tuning" | "judging" | "report";
  seeds: readonly number[];
  shapes: readonly Shape[];
  /** Lines per data set of all but the speed figures. */
  lines: number;
  /** Lines per run of the speed figures. */
  sizes: readonly number[];
  parts: readonly Part[];
  /** Shapes of the degradation curves. */
  curves: readonly LineShape[];
  /** Folders with data of others. */
  publicFolders: readonly string[];
  /** Write the data of the first shape and seed into this folder, and measure nothing. */
  dump: string | null;
  /** Set in the process that measures one size: answer it to the parent. */
  measure: number | null;
}

export class UsageError extends Error {
  override name = "UsageError";
}

const listed = (seeds: readonly number[]) => seeds.join(", ");

export const HELP = `Measures the matching engine on made-up books whose truth is known.

npm run bench:matching -- [options]

Without options, or with --public alone, the run is complete: it writes docs/reports/matching.md and its plots.

  --seeds tuning|judging   which data: seeds ${listed(TUNING_SEEDS)}, or ${listed(JUDGING_SEEDS)} (judging). The engine is tuned on the
                           first. Errors on the second have been looked at, so they are no blind test.
                           The complete run takes ${listed(REPORT_SEEDS)}, which nothing else reads
  --shapes a,b             ${TUNING_SHAPES.join(", ")};
                           not on the tuning seeds: ${JUDGE_SHAPES.join(", ")} (all)
  --parts a,b              ${PARTS.join(", ")} (all)
  --lines N                lines per data set, apart from speed (${DEFAULT_LINES})
  --curves a,b             shapes of the degradation curves (${DEFAULT_CURVES.join(", ")})
  --sizes 1k,10k,…         lines per run for speed (1k,10k,100k,1m)
  --public DIR             data of others for the part "public": splink-transactions.csv.gz,
                           bank-reconciliation*.json, cases/; more than once for several folders
  --no-write               everything, but on the judging seeds and without writing anything
  --dump DIR               write deposits.json, payments.json and truth.json of the first shape
                           and seed, as the command line of the engine reads them; measure nothing
`;

/** @returns null when help is asked for. @throws UsageError */
export function readOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const seedSet = seedSetOf(values);
  const choices = seedSet === "tuning" ? TUNING_SHAPES : SHAPES;
  return {
    seedSet,
    seeds: SEEDS[seedSet],
    shapes: values.shapes === undefined ? choices : listOf(values.shapes, choices, "shape"),
    parts: values.parts === undefined ? PARTS : listOf(values.parts, PARTS, "part"),
    curves:
      values.curves === undefined ? DEFAULT_CURVES : listOf(values.curves, LINE_SHAPES, "curve"),
    lines: values.lines === undefined ? DEFAULT_LINES : sizeOf(values.lines),
    sizes: values.sizes === undefined ? DEFAULT_SIZES : values.sizes.split(",").map(sizeOf),
    publicFolders: values.public ?? [],
    dump: values.dump ?? null,
    measure: values.measure === undefined ? null : sizeOf(values.measure),
  };
}

const SEEDS = { tuning: TUNING_SEEDS, judging: JUDGING_SEEDS, report: REPORT_SEEDS } as const;

/** @throws UsageError */
function seedSetOf(values: ReturnType<typeof parse>): Options["seedSet"] {
  const { seeds = isComplete(values) ? "report" : "judging" } = values;
  if (seeds === "tuning" || seeds === "judging") return seeds;
  if (values.seeds === undefined) return "report";
  throw new UsageError(`--seeds is tuning or judging, not "${seeds}"`);
}

/** Nothing is left out, and nothing changed. */
function isComplete({ public: _, ...others }: ReturnType<typeof parse>): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        seeds: { type: "string" },
        shapes: { type: "string" },
        parts: { type: "string" },
        lines: { type: "string" },
        curves: { type: "string" },
        sizes: { type: "string" },
        public: { type: "string", multiple: true },
        "no-write": { type: "boolean" },
        dump: { type: "string" },
        measure: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The choices that a comma-separated list names. @throws UsageError */
function listOf<T extends string>(text: string, choices: readonly T[], what: string): T[] {
  return text.split(",").map((name) => {
    const choice = choices.find((each) => each === name.trim());
    if (!choice) throw new UsageError(`no ${what} "${name}"; there are ${choices.join(", ")}`);
    return choice;
  });
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1_000, m: 1_000_000 };

function sizeOf(text: string): number {
  const [, digits = "", unit = ""] = /^(\d+)([km]?)$/i.exec(text.trim()) ?? [];
  const size = Number(digits) * (UNITS[unit.toLowerCase()] ?? 0);
  if (size === 0) throw new UsageError(`"${text}" is not a size such as 8000, 10k or 1m`);
  return size;
}
