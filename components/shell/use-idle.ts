import { useEffect, useRef, useState } from "react";

const REPORT_EVERY_MS = 60_000;
const TICK_MS = 1_000;

interface IdleHandlers {
  /** Called at most once a minute while the user is active, and when they choose to stay. */
  reportActivity: () => void;
  onOver: () => void;
}

/**
 * Watches for the time without activity in all tabs of this browser. `secondsLeft` is null until the
 * warning; from then on only `stay` counts as activity, or another tab.
 */
export function useIdle(
  timeoutMs: number,
  { reportActivity, onOver }: IdleHandlers,
): { secondsLeft: number | null; stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const look = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reportedAt = Date.now();

    look.current = () => {
      clearTimeout(timer);
      const state = idleState(lastActivity(), Date.now(), timeoutMs);
      setSecondsLeft(state.phase === "warning" ? state.secondsLeft : null);
      if (state.phase === "over") onOver();
      else timer = setTimeout(look.current, state.phase === "warning" ? TICK_MS : state.warnInMs);
    };
    const onSign = () => {
      // After the machine slept, the first activity must not extend an expired session.
      const { phase } = idleState(lastActivity(), Date.now(), timeoutMs);
      if (phase === "active") noteActivity();
      else look.current();
    };
    const report = () => {
      if (lastActivity() <= reportedAt) return;
      reportedAt = Date.now();
      reportActivity();
    };

    // Opening a page counts as activity.
    noteActivity();
    look.current();
    const stopWatching = watchPerson(onSign);
    const reporting = setInterval(report, REPORT_EVERY_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(reporting);
      stopWatching();
    };
  }, [timeoutMs, reportActivity, onOver]);

  return {
    secondsLeft,
    stay: () => {
      noteActivity();
      reportActivity();
      look.current();
    },
  };
}

/** How long before the sign-out the page shows its warning. */
const WARNING_MS = 60_000;

type IdleState =
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

const KEY = "lastActivity";
const WRITE_EVERY_MS = 1_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const;

/** When the user was last active in any tab of this browser (epoch milliseconds); 0 for never. */
function lastActivity(): number {
  return Number(localStorage.getItem(KEY)) || 0;
}

/** Records that the user is active; the other tabs read it too. */
function noteActivity(): void {
  const now = Date.now();
  if (Math.abs(now - lastActivity()) >= WRITE_EVERY_MS) localStorage.setItem(KEY, String(now));
}

/** Calls `listener` at every sign of the user on this page. @returns a function that stops it */
function watchPerson(listener: () => void): () => void {
  for (const sign of SIGNS) window.addEventListener(sign, listener, { passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, listener);
  };
}
