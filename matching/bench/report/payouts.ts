import type { Accuracy } from "../accuracy";
import {
  addPayoutScores,
  allProposedShare,
  decisionsLeft,
  untouchedShare,
  wrongLinkShare,
  wrongShare,
} from "../scoring/payouts";
import { percent, table } from "./table";

/** The figures by payout, a row per shape and one for all. */
export function payoutTable(results: readonly Accuracy[]): string {
  const all = {
    shape: "all",
    payouts: addPayoutScores(results.map(({ payouts }) => payouts)),
    payoutCeiling: addPayoutScores(results.map(({ payoutCeiling }) => payoutCeiling)),
  };
  return table(
    [
      ...["shape", "payouts", "lines each", "postable", "lines each", "untouched", "ceiling"],
      ...["of these wrong", "wrong links ‰", "all lines proposed", "decisions left"],
    ],
    [...results, all].map(({ shape, payouts, payoutCeiling }) => [
      shape,
      String(payouts.payouts),
      (payouts.lines / Math.max(1, payouts.payouts)).toFixed(1),
      String(payouts.postable),
      (payouts.postableLines / Math.max(1, payouts.postable)).toFixed(1),
      percent(untouchedShare(payouts), 1),
      percent(untouchedShare(payoutCeiling), 1),
      `${payouts.wrong} (${percent(wrongShare(payouts), 1)})`,
      (wrongLinkShare(payouts) * 1000).toFixed(2),
      percent(allProposedShare(payouts), 1),
      decisionsLeft(payouts).toFixed(1),
    ]),
  );
}

/** The judges' figures by payout: the engine's alone. */
export function judgePayoutTable(results: readonly Accuracy[]): string {
  const all = {
    shape: "all",
    payouts: addPayoutScores(results.map(({ payouts }) => payouts)),
  };
  return table(
    [
      ...["shape", "payouts", "postable", "untouched", "of these wrong", "wrong links ‰"],
      ...["all lines proposed", "decisions left"],
    ],
    [...results, all].map(({ shape, payouts }) => [
      shape,
      String(payouts.payouts),
      String(payouts.postable),
      percent(untouchedShare(payouts), 1),
      `${payouts.wrong} (${percent(wrongShare(payouts), 1)})`,
      (wrongLinkShare(payouts) * 1000).toFixed(2),
      percent(allProposedShare(payouts), 1),
      decisionsLeft(payouts).toFixed(1),
    ]),
  );
}
