import { type KillPoint, stageName } from "../kill/points";
import type { KillRun } from "../kill/run";

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
  const rows = [...places].sort().map(([place, count]) => `| ${place} | ${count} |`);
  return [
    `${kills.length} workers killed in ${runs.length} runs (seed ${seed}); ${same} of ${runs.length} runs ended in the same state as the undisturbed one.`,
    "",
    "| stage | last call | state of the call | killed |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
