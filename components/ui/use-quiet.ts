import { startTransition, useEffect, useState } from "react";

/** A page's first screen is drawn by then, also on a phone. */
const QUIET_MS = 2_000;

/** True once a page is past its beginning: for what would be in the way of its first screen. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setQuiet(true)), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet;
}
