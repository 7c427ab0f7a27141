import { connectableProviders } from "@/lib/providers/list";
import { textTable } from "../report";
import { type KillPoint, type Postings, stageName } from "./kill/points";
import type { KillRun } from "./kill/run";
import { isGood, type Result, type UserAction } from "./matrix/faults";

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
      return [fault, ...cells];
    });
    return [`### ${name}\n\n${textTable(["", ...calls], rows)}`];
  });
  return tables.join("\n\n");
}

export function matrixSummary(results: readonly Result[]): string {
  const good = results.filter(isGood);
  const counts: [string, string][] = [
    [HELPED_ITSELF, "no action was needed"],
    ...SIGNS.map(([, s, w]): [string, string] => [s, w]),
  ];
  const lines = counts.map(([sign, words]) => {
    const count = good.filter((result) => signOf(result) === sign).length;
    return [sign, String(count), words];
  });
  return [
    `${results.length} cells, ${good.length} ended in the same state, ${results.length - good.length} did not.`,
    textTable(["sign", "cells", "action needed before the end state was the same"], lines),
  ].join("\n\n");
}

const MOMENTS: Record<KillPoint["moment"], string> = {
  before: "received, not processed",
  after: "processed, not answered",
  answered: "processed and answered",
};

/** How many workers were killed where, and whether every run ended like the undisturbed one. */
export function killText(runs: readonly KillRun[], seed: number): string {
  const kills = runs.flatMap((run) => run.kills);
  const same = runs.filter((run) => run.same).length;
  const places = new Map<string, number>();
  for (const { stage, call, moment } of kills) {
    const place = `${stageName(stage)} | ${call} | ${MOMENTS[moment]}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const rows = [...places].sort().map(([place, count]) => [...place.split(" | "), String(count)]);
  return [
    `${kills.length} workers killed in ${runs.length} runs (seed ${seed}); ${same} of ${runs.length} runs ended in the same state as the undisturbed one.`,
    textTable(["stage", "last call", "state of the call", "killed"], rows),
  ].join("\n\n");
}

/** The calls of postings at which workers were killed, and whether each side ended like the undisturbed one. */
export function postingKillText(runs: readonly (readonly [Postings, KillRun])[]): string {
  const kills = runs.flatMap(([, run]) => run.kills);
  const same = runs.filter(([, run]) => run.same).length;
  const rows = runs.map(([side, run]) => {
    const calls = [...new Set(run.kills.map(({ call }) => call))].join(", ");
    return [side, calls, String(run.kills.length), run.same ? "the same" : "another"];
  });
  return [
    `${kills.length} workers killed in ${runs.length} runs; ${same} of ${runs.length} runs ended in the same state as the undisturbed one.`,
    textTable(
      ["books", "killed at each of, before and after it is processed", "killed", "end"],
      rows,
    ),
  ].join("\n\n");
}
