import type { UndecidedDate } from "@/lib/tables/date-order";
import { orderText } from "@/lib/tables/dialect";
import { counted } from "@/matching/command/counted";
import type { DepositInput } from "@/matching/engine/contract";
import type { FileFacts } from "./input/reading";
import { type LoadOptions, loadDeposits, loadHistory, loadInvoices, loadPayments } from "./load";
import type { Options, Side } from "./options";
import type { Progress } from "./progress";

const USUAL_CURRENCY = "USD";

type Load<Row> = (file: string, currency: string, options: LoadOptions) => Promise<Row[]>;

/**
 * All files of a run. Where one doesn't tell its currency, or whether the day or the month comes first, the other may.
 * @returns with `doubts` about dates that neither decides
 * @throws InputError
 */
export async function loadFiles(options: Options, progress: Progress) {
  const note = (text: string) => progress.note(text);
  /** What a side is read with, besides what is given. */
  interface Known {
    currency?: string | undefined;
    form?: LoadOptions["form"];
    near?: LoadOptions["near"];
  }
  async function read<Row>(load: Load<Row>, side: Side, file: string, known: Known) {
    progress.reading(file);
    const notes: string[] = [];
    let facts: FileFacts = { named: [], assumed: null, days: undefined, undecided: null };
    const rows = await load(file, options.currency ?? known.currency ?? USUAL_CURRENCY, {
      ...options.dialects[side],
      form: known.form,
      near: known.near,
      isCurrencyAssumed: options.currency === null,
      side: `${side}-`,
      note: (text) => notes.push(text),
      onRows: (count) => progress.count(count),
      onFacts: (found) => {
        facts = found;
      },
    });
    return { file, side, rows, facts, notes };
  }

  const form = options.depositsFormat;
  let deposits = await read(loadDeposits, "deposits", options.deposits, { form });
  const payments = await read(loadPayments, "payments", options.payments, {
    form: options.paymentsFormat,
    currency: onlyOne(deposits.facts.named),
    near: deposits.facts.undecided === null ? deposits.facts.days : undefined,
  });
  const ofBooks = onlyOne(payments.facts.named);
  const isOtherCurrency =
    deposits.facts.assumed !== null && ofBooks !== undefined && ofBooks !== deposits.facts.assumed;
  const isDecidable = deposits.facts.undecided !== null && payments.facts.undecided === null;
  if (isOtherCurrency || isDecidable) {
    const near = isDecidable ? payments.facts.days : undefined;
    deposits = await read(loadDeposits, "deposits", options.deposits, {
      form,
      currency: ofBooks,
      near,
    });
  }
  const near = [payments, deposits].find(({ facts }) => facts.undecided === null)?.facts.days;
  const currency = onlyOne(payments.facts.named) ?? onlyOne(deposits.facts.named);
  const history = options.history
    ? await read(loadHistory, "history", options.history, { currency, near })
    : null;
  const invoices = options.invoices
    ? await read(loadInvoices, "invoices", options.invoices, { currency, near })
    : null;

  for (const text of deposits.notes) note(text);
  note(`${deposits.file}: ${counted(deposits.rows.length, "deposit")}, ${linesOf(deposits.rows)}`);
  for (const text of payments.notes) note(text);
  note(`${payments.file}: ${counted(payments.rows.length, "payment")}`);
  for (const text of [...(history?.notes ?? []), ...(invoices?.notes ?? [])]) note(text);
  if (invoices) note(`${invoices.file}: ${counted(invoices.rows.length, "invoice")}`);
  const all = [deposits, payments, ...(history ? [history] : []), ...(invoices ? [invoices] : [])];
  for (const { file, facts } of all) {
    if (facts.assumed !== null && facts.assumed !== USUAL_CURRENCY) {
      note(
        `${file}: names no currency; read as ${facts.assumed}, the only one of the other file. --currency says another`,
      );
    } else if (facts.assumed !== null && all.some((other) => other.facts.named.length > 0)) {
      const others = [...new Set(all.flatMap((other) => other.facts.named))];
      if (others.some((other) => other !== facts.assumed)) {
        note(
          `${file}: names no currency; read as ${facts.assumed}, and the other file has ${others.join(", ")}. --currency says another`,
        );
      }
    }
  }
  const doubts = all.flatMap(({ file, side, facts }) =>
    facts.undecided ? [doubtText(file, side, facts.undecided)] : [],
  );
  return {
    deposits: deposits.rows,
    payments: payments.rows,
    history: history?.rows ?? [],
    invoices: invoices?.rows ?? [],
    doubts,
  };
}

function onlyOne(currencies: readonly string[]): string | undefined {
  return currencies.length === 1 ? currencies[0] : undefined;
}

function doubtText(file: string, side: Side, { text, row, readings }: UndecidedDate): string {
  const [read, ...others] = readings.map(({ order, day }) => `${day} (${orderText(order)})`);
  return `${file}, row ${row}: "${text}" is ${[read, ...others].join(" or ")}, and nothing in the files decides it. It was read as ${read}, and no match is automatic. Say which with --${side}-date-order ${readings.map(({ order }) => order).join(" or ")}`;
}

function linesOf(deposits: DepositInput[]): string {
  let lines = 0;
  for (const deposit of deposits) lines += deposit.lines?.length ?? 0;
  return counted(lines, "line");
}
