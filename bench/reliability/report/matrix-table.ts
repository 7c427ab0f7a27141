import { connectableProviders } from "@/lib/providers/list";
import type { Result, UserAction } from "../matrix/cell-result";
import { isGood } from "../matrix/cell-result";

/** From light to heavy: a cell shows the heaviest action that a user had to take. */
const SIGNS: readonly (readonly [action: UserAction, sign: string, words: string])[] = [
  [
    "repeated the action",
    "a",
    "the screen reported the cause; the same action succeeded the second time",
  ],
  ["restarted the sync", "s", "the sync failed and reported it; the next one completed it"],
  ["retried the posting", "p", "the posting stopped and reported it; “Try again” completed it"],
  ["reconnected", "c", "the product asked for a new connection, then continued"],
];
const HELPED_ITSELF = "·";
const FAILED = "✗";

function signOf({ actions }: Result): string {
  const heaviest = SIGNS.findLast(([action]) => actions.includes(action));
  return heaviest?.[1] ?? HELPED_ITSELF;
}

/** The sign of a single fault, then of a lasting one; one sign when they are equal. */
function cellText(results: readonly Result[]): string {
  const signs = results.map((result) => (isGood(result) ? signOf(result) : FAILED));
  return new Set(signs).size === 1 ? (signs[0] ?? "") : signs.join(" ");
}

/** Rows are faults, columns are calls; one table per provider. */
export function matrixTables(results: readonly Result[]): string {
  const tables = connectableProviders().flatMap(({ id, name }) => {
    const own = results.filter(({ call }) => call.provider === id);
    if (own.length === 0) return [];
    const calls = [...new Set(own.map(({ call }) => call.name))];
    const faults = [...new Set(own.map(({ fault }) => fault.name))];
    const rows = faults.map((fault) => {
      const cells = calls.map((call) =>
        cellText(own.filter((each) => each.call.name === call && each.fault.name === fault)),
      );
      return `| ${[fault, ...cells].join(" | ")} |`;
    });
    const head = `| ${["", ...calls].join(" | ")} |\n|${" --- |".repeat(calls.length + 1)}`;
    return [`### ${name}\n\n${head}\n${rows.join("\n")}`];
  });
  return tables.join("\n\n");
}

export function matrixSummary(results: readonly Result[]): string {
  const good = results.filter(isGood);
  const counts = [[HELPED_ITSELF, "no action was needed"], ...SIGNS.map(([, s, w]) => [s, w])];
  const lines = counts.map(([sign, words]) => {
    const count = good.filter((result) => signOf(result) === sign).length;
    return `| ${sign} | ${count} | ${words} |`;
  });
  return [
    `${results.length} cells, ${good.length} ended in the same state, ${results.length - good.length} did not.`,
    "",
    "| sign | cells | action needed before the end state was the same |",
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}
