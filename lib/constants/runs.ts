/** The states of background work: a sync or a bulk Auto Match. */
export const RUN_STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** States of an unfinished run; there is at most one of its kind. */
export const ACTIVE_RUN_STATES = ["queued", "running"] as const satisfies RunState[];

export function isUnderWay({ state }: { state: RunState }): boolean {
  return ACTIVE_RUN_STATES.some((active) => active === state);
}
