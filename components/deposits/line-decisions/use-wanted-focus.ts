import { type RefObject, useEffect, useRef } from "react";

/** Of a row: brought into view with the focus as soon as it is the wanted one, so that its keys work at once. */
export function useWantedFocus<Row extends HTMLElement>(isWanted: boolean): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    if (!isWanted) return;
    row.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: "center" });
  }, [isWanted]);
  return row;
}
