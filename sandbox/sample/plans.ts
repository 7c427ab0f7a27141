import { EPISODES, type Episode } from "./episodes";

/** How long the company has sold, and what was special on which day: positions among its automatic payouts. */
export interface SamplePlan {
  payouts: number;
  episodes: Readonly<Record<number, Episode | undefined>>;
  /** From whose day a manual payout takes some sales. */
  manualAt: number;
  /** On whose days a single invoice is paid out by hand: a match for a person to confirm. */
  instantAt: readonly number[];
  /** On whose day euros are paid out too. */
  euroAt: number;
}

/** The whole sample has everything; the small one something for each state that a deposit can be in. */
export const PLANS = {
  sample: { payouts: 41, episodes: EPISODES, manualAt: 24, instantAt: [16], euroAt: 20 },
  small: {
    payouts: 12,
    episodes: { 3: EPISODES[11], 5: EPISODES[3], 9: EPISODES[6], 10: EPISODES[28] },
    manualAt: 2,
    instantAt: [6, 8, 10],
    euroAt: 8,
  },
} satisfies Record<string, SamplePlan>;
