/** The states of work that goes on in the background: a sync, a bulk Auto Match. */
export const RUN_STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A run that has still to end: there is at most one of its kind. */
export const ACTIVE_RUN_STATES = ["queued", "running"] as const satisfies RunState[];

/** Whether a run has still to end. */
export function isUnderWay({ state }: { state: RunState }): boolean {
  return ACTIVE_RUN_STATES.some((active) => active === state);
}
