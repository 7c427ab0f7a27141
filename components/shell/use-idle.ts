import { useEffect, useRef, useState } from "react";
import { lastActivity, noteActivity, watchPerson } from "@/components/shell/activity";
import { idleState } from "@/components/shell/idle-state";

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
