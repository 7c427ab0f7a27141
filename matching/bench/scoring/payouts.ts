import { LINE_KINDS, type LineKind } from "@/lib/constants/deposits";
import { type SettlementDeposit, type SettlementMatch, settle } from "@/lib/settlement";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import type { Dataset } from "../model";
import type { Judged } from "./calibration";
import { type Classes, classesOf, Multiset } from "./classes";
import { type BooksView, booksView, isRightDeposit } from "./in-books";
import type { Proposal } from "./proposal";
import { type Group, pairsOf } from "./score";
import { spansDeposits } from "./truth-groups";

interface Payout extends Pick<DepositInput, "id" | "amount"> {
  lines: LineInput[];
}

/** Counts of payouts with lines. Counts of several data sets add up. */
export interface PayoutScore {
  payouts: number;
  /** Lines of all payouts, and of the postable ones. */
  lines: number;
  postableLines: number;
  /** Payouts that could be posted: the true payments are in the books and the sum closes. */
  postable: number;
  /** Of the postable: those that would be posted without a person. */
  untouched: number;
  /** Of the untouched: those with a wrong pair of line and payment, or with a true pair missing. */
  wrong: number;
  /** Of the untouched: those that a bookkeeper would have to correct. */
  wrongInBooks: number;
  /** Of the postable: those in which every line that needs a payment has a proposal. */
  allProposed: number;
  /** Lines of the postable, touched payouts that wait for a person. */
  decisions: number;
  /** Payouts whose proposals add up: the joint probability, and whether all is right in the books. */
  judged: Judged[];
}

/**
 * Judges proposals payout by payout. Interchangeable rows count as each other.
 *
 * A payout adds up by the product's own rule, `settle` of lib/settlement: all charges are explained,
 * and payments − fees − refunds ± other equal the payout to the cent; refunds that the books lack are
 * entries of their own; a payment may be recorded less the fees of its lines. A payout is *postable*
 * when its true groups settle and none of them has lines of another payout, and *untouched* by the rule of server/matches/plan-deposits:
 * the proposals settle, all of them are automatic, and no line is of unknown kind. On top of that every
 * line with a true payment has to be among them, so that a refund receipt that stays behind is noticed.
 */
export function scorePayouts(dataset: Dataset, proposals: readonly Proposal[]): PayoutScore {
  const classes = classesOf(dataset);
  const view = booksView(dataset);
  const amounts = new Map(dataset.payments.map(({ id, amount }) => [id, amount]));
  const spans = spansDeposits(dataset);
  const truth = byDeposit(dataset.truth.groups.filter((group) => !spans(group)));
  const proposed = byDeposit(proposals);
  const score = emptyPayoutScore();
  for (const { id, amount, lines } of dataset.deposits) {
    if (!lines || lines.length === 0) continue;
    score.payouts++;
    score.lines += lines.length;
    const payout = { id, amount, lines };
    const groups = truth.get(id) ?? [];
    const found = proposed.get(id) ?? [];
    const closes = addsUp(payout, found, amounts);
    if (closes && found.length > 0) score.judged.push(judgeJointly(view, payout, found));
    if (!addsUp(payout, groups, amounts)) continue;
    score.postable++;
    score.postableLines += lines.length;
    const { decisions, unproposed } = openLines(groups, found, classes);
    if (unproposed === 0) score.allProposed++;
    const isKnown = lines.every(({ type }) => kindOf(type) !== "other");
    if (decisions > 0 || !isKnown || !closes) {
      score.decisions += decisions;
      continue;
    }
    score.untouched++;
    if (!isSameLinks(groups, found, classes)) score.wrong++;
    if (!isRightDeposit(view, id, linked(found))) score.wrongInBooks++;
  }
  return score;
}

function judgeJointly(view: BooksView, { id }: Payout, proposals: readonly Proposal[]): Judged {
  return {
    probability: proposals.reduce((product, { probability }) => product * probability, 1),
    right: isRightDeposit(view, id, linked(proposals)),
  };
}

function linked(proposals: readonly Proposal[]): string[] {
  return proposals.flatMap(({ paymentIds }) => paymentIds);
}

function emptyPayoutScore(): PayoutScore {
  return {
    payouts: 0,
    lines: 0,
    postableLines: 0,
    postable: 0,
    untouched: 0,
    wrong: 0,
    wrongInBooks: 0,
    allProposed: 0,
    decisions: 0,
    judged: [],
  };
}

/** The counts of several data sets as if they were one. */
export function addPayoutScores(scores: readonly PayoutScore[]): PayoutScore {
  const sum = emptyPayoutScore();
  for (const each of scores) {
    sum.payouts += each.payouts;
    sum.lines += each.lines;
    sum.postableLines += each.postableLines;
    sum.postable += each.postable;
    sum.untouched += each.untouched;
    sum.wrong += each.wrong;
    sum.wrongInBooks += each.wrongInBooks;
    sum.allProposed += each.allProposed;
    sum.decisions += each.decisions;
    for (const judged of each.judged) sum.judged.push(judged);
  }
  return sum;
}

/** Untouched payouts as a share of the postable ones; 0 where there are none. */
export function untouchedShare({ untouched, postable }: PayoutScore): number {
  return postable === 0 ? 0 : untouched / postable;
}

/** Payouts with a wrong or missing pair as a share of the untouched ones. */
export function wrongShare({ wrong, untouched }: PayoutScore): number {
  return untouched === 0 ? 0 : wrong / untouched;
}

/** Payouts that a bookkeeper would have to correct as a share of the untouched ones. */
export function wrongShareInBooks({ wrongInBooks, untouched }: PayoutScore): number {
  return untouched === 0 ? 0 : wrongInBooks / untouched;
}

/** Payouts with a proposal for every line, as a share of the postable ones. */
export function allProposedShare({ allProposed, postable }: PayoutScore): number {
  return postable === 0 ? 0 : allProposed / postable;
}

/** Mean number of lines that wait for a person, per postable payout that is not untouched. */
export function decisionsLeft({ decisions, postable, untouched }: PayoutScore): number {
  return postable === untouched ? 0 : decisions / (postable - untouched);
}

function byDeposit<T extends Group>(groups: readonly T[]): Map<string, T[]> {
  const result = new Map<string, T[]>();
  for (const group of groups) {
    const own = result.get(group.depositId);
    if (own) own.push(group);
    else result.set(group.depositId, [group]);
  }
  return result;
}

function addsUp(
  payout: Payout,
  groups: readonly Group[],
  amounts: ReadonlyMap<string, number>,
): boolean {
  const numbers = new Map(payout.lines.map(({ id }, index) => [id, index]));
  const matches = groups.map(({ lineIds, paymentIds }): SettlementMatch => {
    return {
      lineIds: lineIds.flatMap((id) => numbers.get(id) ?? []),
      payments: paymentIds.flatMap((id) => {
        const amount = amounts.get(id);
        return amount === undefined ? [] : [{ amount }];
      }),
      adjustments: [],
    };
  });
  const isInBooks = matches.every(({ payments }, i) => {
    return payments.length === groups[i]?.paymentIds.length;
  });
  return isInBooks && settle(toSettlement(payout), matches).closes;
}

/**
 * The payout with the fee and net of every line, as the product stores it. Lines that hide theirs share
 * what the stated fees leave of the payout, in proportion to their amounts.
 */
function toSettlement({ amount, lines }: Payout): SettlementDeposit {
  const hidesFee = ({ type, fee, net }: LineInput) =>
    type === "charge" && fee === undefined && net === undefined;
  let hiddenFees = -amount;
  let hiddenGross = 0;
  for (const line of lines) {
    hiddenFees += line.amount - (hidesFee(line) ? 0 : statedFee(line));
    if (hidesFee(line)) hiddenGross += line.amount;
  }
  return {
    amount,
    lines: lines.map((line, id) => {
      const { type, description = "", amount: gross } = line;
      let fee = hidesFee(line) ? 0 : statedFee(line);
      if (hidesFee(line) && hiddenGross !== 0) {
        fee = Math.round((hiddenFees * gross) / hiddenGross);
        hiddenFees -= fee;
        hiddenGross -= gross;
      }
      return { id, kind: kindOf(type), description, gross, fee, net: gross - fee };
    }),
  };
}

function statedFee({ amount, fee, net }: LineInput): number {
  return fee ?? (net === undefined ? 0 : amount - net);
}

function kindOf(type: string): LineKind {
  return LINE_KINDS.find((kind) => kind === type) ?? "other";
}

/**
 * Lines that wait for a person: those with a true payment but no automatic match, and others for which
 * a match is suggested. `unproposed` of them have no proposal at all.
 */
function openLines(
  groups: readonly Group[],
  proposals: readonly Proposal[],
  classes: Classes,
): { decisions: number; unproposed: number } {
  const classOf = (id: string) => classes.line.get(id) ?? id;
  const automatic = new Multiset();
  const suggested = new Multiset();
  let waiting = 0;
  for (const { auto, lineIds } of proposals) {
    for (const id of lineIds) (auto ? automatic : suggested).add(classOf(id));
    if (!auto) waiting += lineIds.length;
  }
  let unproposed = 0;
  for (const id of groups.flatMap(({ lineIds }) => lineIds)) {
    if (automatic.take(classOf(id)) || suggested.take(classOf(id))) continue;
    unproposed++;
  }
  return { decisions: waiting + unproposed, unproposed };
}

/** Whether the proposals are the true pairs of line and payment: none wrong, none missing. */
function isSameLinks(
  groups: readonly Group[],
  proposals: readonly Group[],
  classes: Classes,
): boolean {
  const open = new Multiset(groups.flatMap((group) => pairsOf(group, classes)));
  const links = proposals.flatMap((proposal) => pairsOf(proposal, classes));
  return links.every((pair) => open.take(pair)) && open.isEmpty;
}
