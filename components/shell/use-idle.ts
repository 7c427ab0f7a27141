import { useEffect, useRef, useState } from "react";
import { lastActivity, noteActivity, watchPerson } from "@/components/shell/activity";
import { idleState } from "@/components/shell/idle-state";

const TELL_EVERY_MS = 60_000;
const TICK_MS = 1_000;

interface IdleHandlers {
  /** Called at most once a minute while the user is active, and when they choose to stay. */
  tellServer: () => void;
  onOver: () => void;
}

/**
 * Watches for the time without activity in all tabs of this browser. `secondsLeft` is null until the
 * warning; from then on only `stay` counts as activity, or another tab.
 */
export function useIdle(
  timeoutMs: number,
  { tellServer, onOver }: IdleHandlers,
): { secondsLeft: number | null; stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const look = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = Date.now();

    look.current = () => {
      clearTimeout(timer);
      const state = idleState(lastActivity(), Date.now(), timeoutMs);
      setSecondsLeft(state.phase === "warning" ? state.secondsLeft : null);
      if (state.phase === "over") onOver();
      else timer = setTimeout(look.current, state.phase === "warning" ? TICK_MS : state.warnInMs);
    };
    const onSign = () => {
      // After a night's sleep of the machine the first touch must not wake the session up.
      const { phase } = idleState(lastActivity(), Date.now(), timeoutMs);
      if (phase === "active") noteActivity();
      else look.current();
    };
    const tell = () => {
      if (lastActivity() <= told) return;
      told = Date.now();
      tellServer();
    };

    // To open a page is a sign too.
    noteActivity();
    look.current();
    const stopWatching = watchPerson(onSign);
    const telling = setInterval(tell, TELL_EVERY_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(telling);
      stopWatching();
    };
  }, [timeoutMs, tellServer, onOver]);

  return {
    secondsLeft,
    stay: () => {
      noteActivity();
      tellServer();
      look.current();
    },
  };
}
