import type { PayoutFilePreview } from "@/lib/contracts/payout-files";
import { sumMinor, toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { type FileInput, readPayoutFile } from "./read-payout-file";

const MOST_PAYOUTS = 100;
const MOST_ERRORS = 200;

/**
 * What an import of a file would store. Nothing is stored.
 * @throws UnusableInputError when it is no table; NotFoundError for another company's processor.
 */
export async function previewPayoutFile(
  ctx: CompanyContext,
  input: FileInput,
): Promise<PayoutFilePreview> {
  const { parsed, choices, remembered, known } = await readPayoutFile(ctx, input);
  const { payouts, errors, undecidedDate } = parsed;
  return {
    format: parsed.format && {
      ...{ id: parsed.format.id, title: parsed.format.title },
      processor_name: parsed.format.processor,
    },
    sheet: parsed.sheet,
    header_row: parsed.headerRow,
    headings: parsed.headings,
    sample: parsed.sample,
    rows: parsed.rows,
    choices: {
      mapping: choices.mapping ?? null,
      decimal_sign: choices.decimal_sign ?? null,
      date_order: choices.date_order ?? null,
      currency: choices.currency ?? null,
    },
    remembered,
    suggestion: parsed.suggestion && { ...parsed.suggestion, kinds: undefined },
    payouts: payouts.slice(0, MOST_PAYOUTS).map(({ id, date, currency, amount, lines }) => ({
      ...{ id, date, currency, amount: toWireDecimal(amount, currency) },
      fees: toWireDecimal(sumMinor(lines.map(({ fee }) => fee)), currency),
      ...{ lines: lines.length, known: known.has(id) },
    })),
    payout_count: payouts.length,
    line_count: payouts.reduce((count, { lines }) => count + lines.length, 0),
    errors: errors.slice(0, MOST_ERRORS),
    error_count: errors.length,
    left_out: byReason(parsed.leftOut),
    notes: parsed.notes,
    problem: parsed.problem,
    undecided_date: undecidedDate && {
      ...{ text: undecidedDate.text, row: undecidedDate.row },
      readings: undecidedDate.readings.map(({ order, day }) => ({ date_order: order, date: day })),
    },
    needs_currency: parsed.needsCurrency,
  };
}

function byReason(leftOut: readonly { row: number; reason: string }[]) {
  const reasons = new Map<string, { reason: string; rows: number; first_row: number }>();
  for (const { row, reason } of leftOut) {
    const known = reasons.get(reason);
    if (known) known.rows++;
    else reasons.set(reason, { reason, rows: 1, first_row: row });
  }
  return [...reasons.values()];
}
