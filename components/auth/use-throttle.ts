import { useEffect, useState } from "react";
import { ApiError } from "@/lib/api-errors";

const CLOCK_FROM_SECONDS = 60;

/**
 * Too many attempts: says when to try again for as long as that is true.
 * `note` takes an error and returns whether it was that.
 */
export function useThrottle(): { notice: string; note: (error: unknown) => boolean } {
  const [refused, setRefused] = useState<{ notice: string; seconds: number }>();
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(() => setRefused(undefined), refused.seconds * 1000);
    return () => clearTimeout(timer);
  }, [refused]);

  function note(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false;
    const { retryAfterSeconds: seconds } = error.more;
    if (seconds === undefined) return false;
    setRefused({ notice: noticeOf(error.message, seconds), seconds });
    return true;
  }
  return { notice: refused?.notice ?? "", note };
}

/** The server's words, and for longer waits the hour: "in 15 minutes" is not true for long. */
function noticeOf(message: string, seconds: number): string {
  if (seconds < CLOCK_FROM_SECONDS) return message;
  const at = new Date(Date.now() + seconds * 1000);
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);
  return `${message} That's at ${clock}.`;
}
