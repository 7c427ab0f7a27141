import { type SpeedResult, secondsOf } from "../speed/measure";
import { table } from "./table";

/** Time per tenfold data between two sizes: 10 is linear. */
export function growth(smaller: SpeedResult, larger: SpeedResult): number {
  const tenfolds = Math.log10(larger.lines / smaller.lines);
  return (larger.seconds / smaller.seconds) ** (1 / tenfolds);
}

export function speedTable(results: readonly SpeedResult[]): string {
  return `${engineTable(results)}\n\n${bareTable(results)}`;
}

/** What the steps of the method cost at least, beside the hash join and the engine. */
function bareTable(results: readonly SpeedResult[]): string {
  return table(
    ["lines", "read", "block", "score", "learn", "assign", "bare method", "hash joins", "engine"],
    results.map(({ lines, bare, floor, seconds }) => {
      const { read, block, score, learn, assign } = bare;
      const all = secondsOf(bare);
      return [
        String(lines),
        ...[read, block, score, learn, assign, all].map((each) => each.toFixed(3)),
        `${(all / floor).toFixed(1)} times`,
        `${(seconds / all).toFixed(1)} times`,
      ];
    }),
  );
}

function engineTable(results: readonly SpeedResult[]): string {
  return table(
    [
      ...["lines", "payments", "seconds", "hash join", "best of 3", "ratio", "growth per tenfold"],
      ...["peak MB", "of which before"],
    ],
    results.map((result, i) => {
      const smaller = results[i - 1];
      return [
        String(result.lines),
        String(result.payments),
        result.seconds.toFixed(2),
        result.floor.toFixed(3),
        result.floorBest.toFixed(3),
        (result.seconds / result.floor).toFixed(1),
        smaller ? growth(smaller, result).toFixed(1) : "",
        result.memory.toFixed(0),
        result.memoryBefore.toFixed(0),
      ];
    }),
  );
}
