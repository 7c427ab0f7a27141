import { EPISODES, type Episode, FORGOTTEN_PAYMENT } from "./episodes";

/** How long the company has sold, and which days are special: positions among its automatic payouts. */
export interface SamplePlan {
  payouts: number;
  episodes: Readonly<Record<number, Episode | undefined>>;
  /** The day whose sales partly go into a manual payout. */
  manualAt: number;
  /** Days with a single invoice paid out manually: a match for a person to confirm. */
  instantAt: readonly number[];
  /** The day with a second payout, in euros. */
  euroAt: number;
}

/** The whole sample has everything; the small one has one example of each deposit state. */
export const PLANS = {
  sample: { payouts: 41, episodes: EPISODES, manualAt: 24, instantAt: [16], euroAt: 20 },
  small: {
    payouts: 12,
    episodes: { 3: EPISODES[11], 5: FORGOTTEN_PAYMENT, 9: EPISODES[6], 10: EPISODES[28] },
    manualAt: 2,
    instantAt: [6, 8, 10],
    euroAt: 8,
  },
} satisfies Record<string, SamplePlan>;
