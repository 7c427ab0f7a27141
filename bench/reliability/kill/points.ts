import type { Fault } from "@/emulators/faults";
import {
  type ConnectableId,
  describeProvider,
  LEDGER,
  type SourceId,
  sourceProviders,
} from "@/lib/providers/list";
import { CALLS } from "../matrix/calls";

/** Where a worker is killed: at which call, and how far that call has got. */
export interface KillPoint {
  stage: Stage;
  provider: ConnectableId;
  call: string;
  match: { method?: string; path: string };
  /** `before`: received, not processed; `after`: processed, not answered; `answered`: processed and answered. */
  moment: "before" | "after" | "answered";
  /** Number of such calls that pass first. */
  skip: number;
}

/** The sync of a provider, or the posting. */
export type Stage = SourceId | typeof LEDGER | "posting";

export const stageName = (stage: Stage): string =>
  stage === "posting" ? stage : `${describeProvider(stage).name} sync`;

/** Calls of a stage that a restarted worker repeats; their minimum number. */
const STAGES: Record<Stage, readonly (readonly [call: string, skips: number])[]> = {
  stripe: [
    ["payouts", 1],
    ["balance transactions", 2],
  ],
  authorizenet: [
    ["getMerchantDetails", 1],
    ["getSettledBatchList", 1],
    ["getTransactionList", 1],
    ["getTransactionDetails", 2],
  ],
  // The token is the one that connecting was given.
  paypal: [["transactions", 3]],
  quickbooks: [
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

/** In order of execution: read a source, read the books, post the matches. */
export const ORDER: readonly Stage[] = [
  ...sourceProviders().map(({ id }) => id),
  LEDGER,
  "posting",
];

/** Kills per stage of one run; one of the posting kills comes right after the Deposit's answer. */
const PER_STAGE: Record<Stage, number> = {
  stripe: 2,
  authorizenet: 2,
  paypal: 2,
  quickbooks: 2,
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

/** Calls of a posting, in their order: where the books lack payments, where they are in Xero, and both. */
const POSTING = {
  "incomplete books": [
    "find salesReceipt",
    "read invoices",
    "create customer",
    "create refund receipt",
    "create sales receipt",
    "create payment",
    "create Deposit",
  ],
  "books in Xero": [
    "read payment in Xero",
    "bank transactions",
    "bank transfers",
    "create spend money",
    "create bank transfer",
  ],
  "incomplete books in Xero": [
    "find created receipt",
    "find created payment",
    "read invoices to pay",
    "create contact",
    "create spend money",
    "create receive money",
    "create payment in Xero",
    "create bank transfer",
  ],
} as const;

export type Postings = keyof typeof POSTING;

export const SIDES_OF_POSTINGS = Object.keys(POSTING) as Postings[];

/** Each of them before it is processed, then after: the next worker repeats the first and finds the second. */
export function postingPoints(side: Postings): KillPoint[] {
  return POSTING[side].flatMap((call) => [
    point("posting", call, "before", 0),
    point("posting", call, "after", 0),
  ]);
}

function point(stage: Stage, name: string, moment: KillPoint["moment"], skip: number): KillPoint {
  const known = CALLS.find((call) => call.name === name);
  if (!known) throw new Error(`there is no call "${name}"`);
  return { stage, provider: known.provider, call: name, match: known.match, moment, skip };
}

/** The fault that holds the call until the worker is dead; undefined for `answered`. */
export function holding({ provider, match, moment, skip }: KillPoint): Partial<Fault> | undefined {
  if (moment === "answered") return undefined;
  const kind = moment === "before" ? "timeout" : "timeout_after";
  return { provider, match, kind, skip, times: 1 };
}
