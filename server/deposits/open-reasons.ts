import type { OpenReason } from "@/lib/contracts/deposits";
import { OPEN_REASONS } from "@/lib/contracts/values/open-reasons";
import { dateText } from "@/lib/dates";
import { unbookedText } from "@/lib/line-bookings";
import { DIFFERENCE } from "@/lib/payout-difference";
import { providerName } from "@/server/connections/find";
import { findingReason } from "./finding-reason";
import type { LineFinding } from "./findings";
import {
  amountText,
  dayText,
  isConverted,
  moreText,
  type OpenDeposit,
  payoutIssue,
  postingReason,
} from "./reason-words";

const REASON = { line_id: null, quickbooks_url: "", details: "", action: null } as const;

/** Why a deposit is open, the most urgent reason first; none when nothing is left to do. */
export function openReasons(deposit: OpenDeposit): OpenReason[] {
  const posting = postingReason(deposit);
  if (posting) return [posting];
  const issue = payoutIssue(deposit);
  if (issue !== "") {
    const action = isConverted(deposit) ? "put_aside" : null;
    return [{ ...REASON, code: "payout_returned", text: issue, action }];
  }
  if (deposit.status === "matched" || deposit.status === "posted") return [];
  if (deposit.payoutStatus !== "paid") {
    const text = `${providerName(deposit.provider)} expects this payout to reach the bank on ${dayText(dateText(deposit.txnDate), deposit)}.`;
    return [{ ...REASON, code: "in_transit", text }];
  }
  const found = [...lineReasons(deposit), ...unbookedReasons(deposit), ...waitingReasons(deposit)];
  const all = found.length > 0 ? found : restReasons(deposit);
  return all.toSorted((a, b) => OPEN_REASONS.indexOf(a.code) - OPEN_REASONS.indexOf(b.code));
}

/** One reason for all lines that share a cause; those that were put aside have none. */
function lineReasons(deposit: OpenDeposit): OpenReason[] {
  const byCode = new Map<string, LineFinding[]>();
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  for (const finding of deposit.findings?.lines ?? []) {
    const line = finding.lineId === null ? undefined : lines.get(finding.lineId);
    if (line?.waitUntil) continue;
    const known = byCode.get(finding.code);
    if (known) known.push(finding);
    else byCode.set(finding.code, [finding]);
  }
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const line = first.lineId === null ? null : (lines.get(first.lineId) ?? null);
    return findingReason(deposit, line, first, others.length);
  });
}

function unbookedReasons(deposit: OpenDeposit): OpenReason[] {
  const waiting = new Set(deposit.findings?.unbooked);
  const [first, ...others] = deposit.lines.filter(
    ({ id, waitUntil }) => waiting.has(id) && waitUntil === null,
  );
  if (!first) return [];
  const more =
    others.length === 0
      ? ""
      : ` ${others.length} more ${others.length === 1 ? "line needs" : "lines need"} an account too.`;
  const source = providerName(deposit.provider);
  const what =
    first.providerKind === DIFFERENCE
      ? `The transactions that ${source} lists are ${amountText(Math.abs(Number(first.gross)), deposit)} ${first.gross > 0n ? "less" : "more"} than this payout.`
      : unbookedText({
          ...{ kind: first.booking, amount: Number(first.gross), currency: first.currency },
          ...{ customer: first.customerName, source },
        });
  const text = `${what} Choose an account.${more}`;
  return [
    { ...REASON, code: "account_missing", text, line_id: first.id, action: "choose_account" },
  ];
}

function waitingReasons(deposit: OpenDeposit): OpenReason[] {
  const [first, ...others] = deposit.lines.filter(({ waitUntil }) => waitUntil !== null);
  if (!first) return [];
  const sum = amountText(Number(first.gross), deposit);
  const from = first.customerName && ` from ${first.customerName}`;
  const were = others.length === 0 ? " is" : `${moreText(others.length)} are`;
  const text = `${sum}${from}${were} postponed until ${dayText(first.waitUntil ?? "", deposit)}.`;
  return [{ ...REASON, code: "waiting", text, line_id: first.id }];
}

/** What is left to say where the engine has found nothing, or has not looked yet. */
function restReasons(deposit: OpenDeposit): OpenReason[] {
  if (deposit.status === "suggested") {
    const text = "A likely match was found. Review it.";
    return [{ ...REASON, code: "suggested", text, action: "review" }];
  }
  const difference = deposit.findings?.difference ?? 0;
  if (difference !== 0) {
    const text = `The payments found are ${amountText(Math.abs(difference), deposit)} ${difference > 0 ? "short of" : "more than"} this payout.`;
    return [{ ...REASON, code: "difference", text, action: "choose" }];
  }
  const text = `This payout of ${amountText(Number(deposit.amount), deposit)} isn't matched yet.`;
  return [{ ...REASON, code: "missing", text, action: "check_again" }];
}
