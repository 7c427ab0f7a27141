import type { Fault, ProviderName } from "@/sandbox/faults";
import { CALLS } from "../matrix/calls";

/** A place in the work at which the worker dies: at which call, and how far that call had got. */
export interface KillPoint {
  stage: Stage;
  provider: ProviderName;
  call: string;
  match: { method?: string; path: string };
  /** `before`: asked, nothing done; `after`: done, not answered; `answered`: done and answered. */
  moment: "before" | "after" | "answered";
  /** That many such calls go through first. */
  skip: number;
}

export type Stage = "Stripe sync" | "Authorize.Net sync" | "QuickBooks sync" | "posting";

/** Calls of a stage that a worker makes again when it starts over; how many there are at least. */
const STAGES: Record<Stage, readonly (readonly [call: string, skips: number])[]> = {
  "Stripe sync": [
    ["payouts", 1],
    ["balance transactions", 2],
  ],
  "Authorize.Net sync": [
    ["getMerchantDetails", 1],
    ["getSettledBatchList", 1],
    ["getTransactionList", 1],
    ["getTransactionDetails", 2],
  ],
  "QuickBooks sync": [
    ["query account", 1],
    ["query customer", 1],
    ["query payment", 1],
    ["query salesReceipt", 1],
  ],
  posting: [
    ["query deposit", 2],
    ["query payment", 1],
    ["create Deposit", 2],
  ],
};

/** In this order things happen: a source is read, then the books, then what was matched is posted. */
export const ORDER: readonly Stage[] = [
  "Stripe sync",
  "Authorize.Net sync",
  "QuickBooks sync",
  "posting",
];

/** How many die in each stage of one run; one of posting's right behind the Deposit's answer. */
const PER_STAGE: Record<Stage, number> = {
  "Stripe sync": 2,
  "Authorize.Net sync": 2,
  "QuickBooks sync": 2,
  posting: 4,
};
export const KILLS_PER_RUN = Object.values(PER_STAGE).reduce((sum, each) => sum + each, 0);

/** The points of one run, drawn by `random`. */
export function drawPoints(random: (limit: number) => number): KillPoint[] {
  return ORDER.flatMap((stage) =>
    Array.from({ length: PER_STAGE[stage] }, (_, index) => {
      if (stage === "posting" && index === 1) return point(stage, "create Deposit", "answered", 0);
      const choices = STAGES[stage];
      const [call, skips] = choices[random(choices.length)] ?? ["payouts", 1];
      return point(stage, call, random(2) === 0 ? "before" : "after", random(skips));
    }),
  );
}

function point(stage: Stage, name: string, moment: KillPoint["moment"], skip: number): KillPoint {
  const known = CALLS.find((call) => call.name === name);
  if (!known) throw new Error(`there is no call "${name}"`);
  return { stage, provider: known.provider, call: name, match: known.match, moment, skip };
}

/** What makes the stand-in hold the call until the worker is dead; nothing for `answered`. */
export function holding({ provider, match, moment, skip }: KillPoint): Partial<Fault> | undefined {
  if (moment === "answered") return undefined;
  const kind = moment === "before" ? "timeout" : "timeout_after";
  return { provider, match, kind, skip, times: 1 };
}
