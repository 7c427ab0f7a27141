import type { KillPoint } from "../kill/points";
import type { KillRun } from "../kill/run";

const MOMENTS: Record<KillPoint["moment"], string> = {
  before: "asked, nothing done",
  after: "done, not answered",
  answered: "done and answered",
};

/** How many workers died where, and whether every run ended as the undisturbed one. */
export function killText(runs: readonly KillRun[], seed: number): string {
  const kills = runs.flatMap((run) => run.kills);
  const same = runs.filter((run) => run.same).length;
  const places = new Map<string, number>();
  for (const { stage, call, moment } of kills) {
    const place = `${stage} | ${call} | ${MOMENTS[moment]}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const rows = [...places].sort().map(([place, count]) => `| ${place} | ${count} |`);
  return [
    `${kills.length} workers killed in ${runs.length} runs (seed ${seed}); ${same} of ${runs.length} runs ended in the same state as the undisturbed one.`,
    "",
    "| at work on | last call | that call was | killed |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
