import type { BookingView } from "@/lib/contracts/deposits";

/** Whether a part of a deposit waits for an account. */
export function needsAccount({ account }: Pick<BookingView, "account">): boolean {
  return account === null;
}

/** A dispute has two parts on one line: the amount and the fee. */
export function bookingKey({ line_id, kind }: Pick<BookingView, "line_id" | "kind">): string {
  return `${line_id} ${kind}`;
}
