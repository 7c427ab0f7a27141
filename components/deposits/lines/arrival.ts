import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";
import { readRowId } from "@/lib/constants/row-id";

type Direction = "next" | "previous";

let direction: Direction | null = null;

/** How the user came from one payout to the next, for the page that opens: it focuses the line at that end. */
export const arrival = {
  announce(from: Direction): void {
    direction = from;
  },
  /** Once. */
  take(): Direction | null {
    const taken = direction;
    direction = null;
    return taken;
  },
};

/** `?line=34` comes from a link to a line, which is then shown at once. */
export function useWantedLine(): number | null {
  return readRowId(useSearchParams().get("line"));
}

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
