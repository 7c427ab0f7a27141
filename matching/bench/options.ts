import { parseArgs } from "node:util";
import { JUDGE_SHAPES, LINE_SHAPES, type LineShape, type Shape, WHOLE_SHAPES } from "./model";

/** Tuning looks at the first, judging only at the second; nothing may be chosen by the second. */
export const TUNING_SEEDS = [1, 2, 3, 4] as const;
export const JUDGING_SEEDS = [101, 102, 103, 104] as const;
/** Those on which the engine may be tuned. */
const TUNING_SHAPES: readonly Shape[] = [...LINE_SHAPES, ...WHOLE_SHAPES];
const SHAPES: readonly Shape[] = [...TUNING_SHAPES, ...JUDGE_SHAPES];
/** Parts of the benchmark, in the order in which they run. */
const PARTS = ["accuracy", "missing", "leave-one-out", "curves", "speed"] as const;
export type Part = (typeof PARTS)[number];
/** One shape shows how the figures fall; each more takes two minutes. */
const DEFAULT_CURVES: readonly LineShape[] = ["donations"];
const DEFAULT_LINES = 8_000;
const DEFAULT_SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

export interface Options {
  seedSet: "tuning" | "judging";
  seeds: readonly number[];
  shapes: readonly Shape[];
  /** Lines per data set of all but the speed figures. */
  lines: number;
  /** Lines per run of the speed figures. */
  sizes: readonly number[];
  parts: readonly Part[];
  /** Shapes of the degradation curves. */
  curves: readonly LineShape[];
  write: boolean;
  /** Write the data of the first shape and seed into this folder, and measure nothing. */
  dump: string | null;
  /** Set in the process that measures one size: answer it to the parent. */
  measure: number | null;
}

/** Only a complete run on the judging seeds may replace the published figures. */
export function isComplete(options: Options): boolean {
  const { seedSet, shapes, sizes, lines, parts, curves, write } = options;
  const whole = shapes === SHAPES && sizes === DEFAULT_SIZES && lines === DEFAULT_LINES;
  return write && whole && parts === PARTS && curves === DEFAULT_CURVES && seedSet === "judging";
}

export class UsageError extends Error {
  override name = "UsageError";
}

export const HELP = `Measures the matching engine on made-up books whose truth is known.

npm run bench:matching -- [options]

  --seeds tuning|judging   which data (judging)
  --shapes a,b             ${TUNING_SHAPES.join(", ")};
                           on the judging seeds also ${JUDGE_SHAPES.join(", ")} (all)
  --parts a,b              ${PARTS.join(", ")} (all)
  --lines N                lines per data set, apart from speed (${DEFAULT_LINES})
  --curves a,b             shapes of the degradation curves (${DEFAULT_CURVES.join(", ")})
  --sizes 1k,10k,…         lines per run for speed (1k,10k,100k,1m)
  --no-write               leave the report and its plots in docs/reports alone
  --dump DIR               write deposits.json, payments.json and truth.json of the first shape
                           and seed, as the command line of the engine reads them; measure nothing
`;

/** @returns null when help is asked for. @throws UsageError */
export function readOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const seedSet = values.seeds ?? "judging";
  if (seedSet !== "tuning" && seedSet !== "judging") {
    throw new UsageError(`--seeds is tuning or judging, not "${seedSet}"`);
  }
  const choices = seedSet === "tuning" ? TUNING_SHAPES : SHAPES;
  return {
    seedSet,
    seeds: seedSet === "tuning" ? TUNING_SEEDS : JUDGING_SEEDS,
    shapes: values.shapes === undefined ? choices : listOf(values.shapes, choices, "shape"),
    parts: values.parts === undefined ? PARTS : listOf(values.parts, PARTS, "part"),
    curves:
      values.curves === undefined ? DEFAULT_CURVES : listOf(values.curves, LINE_SHAPES, "curve"),
    lines: values.lines === undefined ? DEFAULT_LINES : sizeOf(values.lines),
    sizes: values.sizes === undefined ? DEFAULT_SIZES : values.sizes.split(",").map(sizeOf),
    write: !values["no-write"],
    dump: values.dump ?? null,
    measure: values.measure === undefined ? null : sizeOf(values.measure),
  };
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
