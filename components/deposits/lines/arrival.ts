import { useSearchParams } from "next/navigation";
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
