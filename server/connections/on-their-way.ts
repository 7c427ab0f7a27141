import { z } from "zod";
import type { SourcePayout } from "@/server/providers/types";

const onItsWay = z.object({
  providerId: z.string(),
  /** The day it is due at the bank. */
  date: z.string(),
  /** Net, minor units. */
  amount: z.number().int(),
  currency: z.string(),
});

/** A payout that its processor has sent, or is about to send, and that the bank doesn't have. */
type OnItsWay = z.infer<typeof onItsWay>;

const cursorShape = z.object({ onTheirWay: z.array(onItsWay) });

/** What a connection's last sync found on its way and, because it can still change, didn't import. */
export function readOnTheirWay(cursor: unknown): OnItsWay[] {
  return cursorShape.safeParse(cursor).data?.onTheirWay ?? [];
}

/** Those that a sync leaves to the next one; an amount that only the lines have isn't known yet. */
export function toOnTheirWay(payouts: Iterable<SourcePayout>): OnItsWay[] {
  return [...payouts].flatMap(
    ({ providerId, date, amount, currency, status, complete, unknownState }) => {
      const isMoving = status === "pending" || status === "in_transit";
      if (!isMoving || complete || unknownState !== undefined || amount === null) return [];
      return [{ providerId, date, amount, currency }];
    },
  );
}
