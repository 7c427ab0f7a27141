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
