import type { ExchangeablePair } from "../assignment/oldest-first";
import type { SearchState } from "../blocking/search-state";
import type { Comparison } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import type { Match, PartOfPayment, UnmatchedCandidate, UnmatchedReason } from "../contract";
import type { SetProposal } from "../grouping/set-proposal";
import type { Calibration } from "../inference/calibration";
import type { EmTraining } from "../inference/em-training";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { Decision } from "./policy";

/** A pair of the best overall assignment. */
export interface PairProposal {
  /** Index into the candidate pairs. */
  pair: number;
  item: PayoutItem;
  row: LedgerRow;
  probability: number;
  decision: Decision;
  /** However sure it is, a person has to see it. */
  needsPerson: boolean;
  /** Whether it may be matched automatically, apart from its probability. */
  isEligible: boolean;
  /** The amounts are equal and the dates do not count against the pair. */
  isClose: boolean;
  /** Set where equal charges could be exchanged without changing the books. */
  exchange?: ExchangeablePair | undefined;
  /** Set where it is only as good as right: another of the customer's equal payments, or of the payout's lines, would do. */
  isSameBooks?: boolean | undefined;
  /** Set where it is automatic because its whole payout is sure. */
  isByPayout?: boolean | undefined;
  /** Set where the payment may be a part of another line's sum. */
  isPartOfSum?: boolean | undefined;
  /** Set where lines like this one are mostly parts of recorded sums. */
  isUsuallySummed?: boolean | undefined;
  /** Set where another line, which has no sure match, may be the one that was paid. */
  isContested?: boolean | undefined;
}

/** The parts of a proposal that don't depend on its probability. */
export type PairFacts = Pick<PairProposal, "isClose" | "needsPerson" | "isEligible">;

/** A set and its decision. */
export interface DecidedSet extends SetProposal {
  decision: Decision;
  isEligible: boolean;
  /** Set where it is automatic because its whole payout is sure. */
  isByPayout?: boolean | undefined;
}

/** One customer's charge and payment, near in time, whose amounts differ. */
export interface DifferingPair {
  item: PayoutItem;
  row: LedgerRow;
  comparison: Comparison;
  probability: number;
}

/** A match with payments in the currency in which the customer paid. */
export interface ExchangedMatch {
  items: PayoutItem[];
  rows: LedgerRow[];
  match: Match;
}

/** Why a record is open, where more is known than its amount tells. */
export interface OpenFinding {
  reason: UnmatchedReason;
  /** Probability that the payment is in the books. */
  present: number;
  candidates: UnmatchedCandidate[];
  partOf?: PartOfPayment;
}

/** What was found beyond equal amounts in one currency. Nothing of it is decided without a person. */
export interface Differences {
  pairs: DifferingPair[];
  exchanged: ExchangedMatch[];
  open: ReadonlyMap<PayoutItem | LedgerRow, OpenFinding>;
}

/** All decisions about the records, with their explanations. */
export interface Outcome extends SearchState {
  model: LinkageModel;
  accepted: PairProposal[];
  sets: DecidedSet[];
  training: EmTraining;
  calibration: Calibration;
  /** Absent until they are looked for. */
  differences?: Differences | undefined;
}
