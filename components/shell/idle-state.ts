/** How long before the sign-out the page shows its warning. */
export const WARNING_MS = 60_000;

export type IdleState =
  | { phase: "active"; warnInMs: number }
  | { phase: "warning"; secondsLeft: number }
  | { phase: "over" };

/** What the time without activity means, with the user's time-out `timeoutMs`. */
export function idleState(lastActivity: number, now: number, timeoutMs: number): IdleState {
  const left = lastActivity + timeoutMs - now;
  if (left <= 0) return { phase: "over" };
  if (left <= WARNING_MS) return { phase: "warning", secondsLeft: Math.ceil(left / 1000) };
  return { phase: "active", warnInMs: left - WARNING_MS };
}
