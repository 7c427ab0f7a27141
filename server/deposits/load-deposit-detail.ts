import type { Deposit, DepositLine } from "@/generated/prisma/client";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposit-detail";
import { depositNote } from "@/lib/deposit-note";
import type { LedgerWords } from "@/lib/ledger-words";
import { alwaysText, unbookedText } from "@/lib/line-bookings";
import { toWireDecimal } from "@/lib/money";
import { type SettlementEntry, settle, toSumProof, type UnbookedEntry } from "@/lib/settlement";
import type { CompanyContext } from "@/server/platform/context";
import { bankNames } from "./columns";
import { toHistory } from "./deposit-history";
import { accountNames, depositJournal, readJournal } from "./deposit-journal";
import { toDepositView, toMatchView, toOpenDeposit } from "./deposit-view";
import { foundPayment } from "./found-payment";
import { toLineOffer } from "./line-offer";
import { openReasons } from "./open-reasons";
import { othersShowing } from "./others-showing";
import { toPlannedView } from "./planned-rows";
import {
  decidedLineIds,
  type LineRow,
  matchedLineIds,
  readDeposit,
  toStoredDeposit,
  toStoredMatch,
} from "./read-deposit";
import { recordedTwice } from "./second-records";
import { toSettlementDeposit, toSettlementMatch, unbookedParts } from "./settlement-rows";

/** One deposit with everything that explains it. @throws NotFoundError. */
export async function loadDepositDetail(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<DepositDetail> {
  const { found: facts, history, twins, ...read } = await readDeposit(ctx, input.deposit_id);
  const deposit = toStoredDeposit(facts, read.lines, read.company);
  const open = toOpenDeposit(deposit);
  const matches = read.matches.map(toStoredMatch);
  const isOurs = deposit.status === "posted" && facts.adopted === false;
  const others =
    isOurs && deposit.quickbooksId ? await othersShowing(ctx, deposit.quickbooksId) : [];
  const twice = recordedTwice(twins, deposit.addressOf);
  const bankOf = bankNames(facts.booksSettings);
  const settlement = settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch));
  const view = toDepositView(deposit, {
    bankOf,
    matchedLineIds: matchedLineIds(read.lines),
    decidedLineIds: decidedLineIds(matches),
    unbookedLineIds: new Set(settlement.unbooked.map(({ lineId }) => lineId)),
  });
  const names = accountNames(deposit, matches);
  const planned = settlement.closes
    ? depositJournal(deposit, matches, {
        settlement,
        books: facts.booksProvider && {
          provider: facts.booksProvider,
          settings: facts.booksSettings,
        },
        memo: depositNote(view.source, deposit.providerId, deposit.traceId),
        posted: false,
        addressOf: deposit.addressOf,
      })
    : null;
  const found = new Map(deposit.findings?.lines.map((finding) => [finding.lineId, finding]));
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  const openLines = new Map(open.lines.map((line) => [line.id, line]));
  return {
    deposit: {
      ...view,
      lines: view.lines.flatMap((shown) => {
        const line = lines.get(shown.id);
        const openLine = openLines.get(shown.id);
        if (!line || !openLine) return [];
        const finding = found.get(line.id);
        return {
          ...shown,
          kind: line.kind,
          date: line.date,
          fee: toWireDecimal(Number(line.fee), line.currency),
          fee_predicted: line.feePredicted,
          net: toWireDecimal(Number(line.net), line.currency),
          ...paidOf(line),
          finding: finding?.code ?? null,
          found: finding ? foundPayment(finding, deposit) : null,
          offer:
            shown.status === "pending" || shown.status === "suggested"
              ? toLineOffer(openLine, finding?.code ?? null, deposit)
              : null,
          match_id: line.matchId,
          wait: line.waitUntil === null ? null : { until: line.waitUntil, note: line.waitNote },
        };
      }),
      questions: read.questions,
      last_asked: facts.lastAsked ?? "",
    },
    bank_name: bankOf(deposit),
    earliest_date: facts.earliestDate,
    reasons: openReasons(open),
    currency_differs: facts.currencyDiffers,
    quickbooks_url: deposit.addressOf(deposit.quickbooksId),
    ...(others.length > 0 && { shown_elsewhere: true as const }),
    time_zone: deposit.timeZone,
    matches: matches.map((match) => toMatchView(match, deposit.addressOf, twice.get(match.id))),
    earlier_choices: (facts.earlierChoices ?? []).map(({ lineIds, paymentIds }) => ({
      line_ids: lineIds,
      payment_ids: paymentIds,
    })),
    proof: toSumProof(settlement, Number(deposit.amount), deposit.currency),
    bookings: toBookingViews(deposit, settlement.entries, {
      source: view.source,
      accountName: (id) => names.get(id) ?? id,
    }),
    planned: read.planned.map((row) => toPlannedView(row, deposit.currency)),
    // What is posted is shown as it was sent: the settings may have changed since.
    journal: deposit.status === "posted" ? readJournal(facts.journal) : planned,
    history: toHistory(history, deposit.dateFormat),
  };
}

/** What the customer paid, where the processor converted it. */
function paidOf({ paidAmount, paidCurrency }: Pick<LineRow, "paidAmount" | "paidCurrency">) {
  if (paidAmount === null || paidCurrency === null) return {};
  const amount = toWireDecimal(Number(paidAmount), paidCurrency);
  return { paid: { amount, currency: paidCurrency } };
}

/** The parts of a deposit that no payment explains, each with its account or the question for it; without the fees. */
function toBookingViews(
  deposit: Pick<Deposit, "currency"> & {
    ledger: LedgerWords;
    lines: Pick<DepositLine, "id" | "customerName" | "providerKind">[];
  },
  entries: readonly SettlementEntry[],
  { source, accountName }: { source: string; accountName: (id: string) => string },
): BookingView[] {
  const own = entries.filter(isOfLine);
  const parts = unbookedParts(deposit, own, source);
  return own.map(({ kind, lineId, amount, accountId }, index) => {
    const part = parts[index];
    return {
      line_id: lineId,
      kind,
      amount: toWireDecimal(amount, deposit.currency),
      text: part ? unbookedText(part, deposit.ledger.name) : "",
      account: accountId === null ? null : accountName(accountId),
      always: alwaysText(kind, source, amount) ?? "",
    };
  });
}

function isOfLine(entry: SettlementEntry): entry is UnbookedEntry {
  return entry.lineId !== null && entry.kind !== "fee" && entry.kind !== "difference";
}
