import { z } from "zod";

/** How far before the start date payouts are known: amounts that recur further apart are told apart by their days. */
export const EARLIER_DAYS = 40;

const earlierPayouts = z.array(
  z.object({
    providerId: z.string(),
    date: z.string(),
    /** Minor units. */
    amount: z.number().int(),
    currency: z.string(),
  }),
);
export type EarlierPayout = z.infer<typeof earlierPayouts>[number];

/** The payouts of the weeks before a source's start date; null where they are not known. */
export function readEarlierPayouts(stored: unknown): EarlierPayout[] | null {
  return earlierPayouts.safeParse(stored).data ?? null;
}
