import { parseArgs } from "node:util";
import { LINE_SHAPES, type Shape, WHOLE_SHAPES } from "./model";

/** Tuning looks at the first, judging only at the second; nothing may be chosen by the second. */
export const TUNING_SEEDS = [1, 2, 3, 4] as const;
export const JUDGING_SEEDS = [101, 102, 103, 104] as const;
const SHAPES: readonly Shape[] = [...LINE_SHAPES, ...WHOLE_SHAPES];
const DEFAULT_LINES = 8_000;
const DEFAULT_SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

export interface Options {
  seedSet: "tuning" | "judging";
  seeds: readonly number[];
  shapes: readonly Shape[];
  /** Lines per data set of the accuracy figures. */
  lines: number;
  /** Lines per run of the speed figures. */
  sizes: readonly number[];
  accuracy: boolean;
  speed: boolean;
  write: boolean;
  /** Write the data of the first shape and seed into this folder, and measure nothing. */
  dump: string | null;
  /** Set in the process that measures one size: answer it to the parent. */
  measure: number | null;
}

/** Only a complete run on the judging seeds may replace the published figures. */
export function isComplete(options: Options): boolean {
  const { seedSet, shapes, sizes, lines, accuracy, speed, write } = options;
  const whole = shapes === SHAPES && sizes === DEFAULT_SIZES && lines === DEFAULT_LINES;
  return write && accuracy && speed && seedSet === "judging" && whole;
}

export class UsageError extends Error {
  override name = "UsageError";
}

export const HELP = `Measures the matching engine on made-up books whose truth is known.

npm run bench:matching -- [options]

  --seeds tuning|judging   which data (judging)
  --shapes a,b             ${SHAPES.join(", ")} (all)
  --lines N                lines per data set for accuracy (${DEFAULT_LINES})
  --sizes 1k,10k,…         lines per run for speed (1k,10k,100k,1m)
  --no-speed               accuracy only
  --no-accuracy            speed only
  --no-write               leave docs/reports/matching.md alone
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
  return {
    seedSet,
    seeds: seedSet === "tuning" ? TUNING_SEEDS : JUDGING_SEEDS,
    shapes: values.shapes === undefined ? SHAPES : values.shapes.split(",").map(shapeOf),
    lines: values.lines === undefined ? DEFAULT_LINES : sizeOf(values.lines),
    sizes: values.sizes === undefined ? DEFAULT_SIZES : values.sizes.split(",").map(sizeOf),
    accuracy: !values["no-accuracy"],
    speed: !values["no-speed"],
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
        lines: { type: "string" },
        sizes: { type: "string" },
        "no-speed": { type: "boolean" },
        "no-accuracy": { type: "boolean" },
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

function shapeOf(text: string): Shape {
  const shape = SHAPES.find((each) => each === text.trim());
  if (!shape) throw new UsageError(`no shape "${text}"; there are ${SHAPES.join(", ")}`);
  return shape;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1_000, m: 1_000_000 };

function sizeOf(text: string): number {
  const [, digits = "", unit = ""] = /^(\d+)([km]?)$/i.exec(text.trim()) ?? [];
  const size = Number(digits) * (UNITS[unit.toLowerCase()] ?? 0);
  if (size === 0) throw new UsageError(`"${text}" is not a size such as 8000, 10k or 1m`);
  return size;
}
