import { addDays } from "@/lib/dates";
import type { DepositInput, InvoiceInput, LineInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { keepRecorded, loseSales, recordedIds } from "./degrade";
import { generate } from "./generate";
import type { Dataset, LineShape, Shape } from "./model";
import { Random } from "./random";
import type { Judged } from "./scoring/calibration";

/** Open lines of one shape, of all seeds. */
export interface AbsenceCalibration {
  shape: Shape;
  /** By open line (or deposit without lines): that its payment is not in the books. */
  judged: Judged[];
  /** The same where the books lack a further {@link LOST_SHARE} of their sales. */
  judgedLost: Judged[];
  /** The same where nothing is missing in the books. */
  judgedComplete: Judged[];
}

/** Some books lack much: a whole month, or a shop that sends nothing. */
export const LOST_SHARE = 0.35;

/** Runs the engine and compares `notInBooks` of what it leaves open with the truth. */
export function measureAbsence(
  shape: Shape,
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): AbsenceCalibration {
  const datasets = seeds.map((seed) => generate({ shape, lines, seed }));
  return {
    shape,
    judged: datasets.flatMap(judgeAbsence),
    judgedLost: datasets.flatMap((dataset) => judgeAbsence(loseSales(dataset, LOST_SHARE))),
    judgedComplete: datasets.flatMap((dataset) => judgeAbsence(keepRecorded(dataset))),
  };
}

function judgeAbsence({ deposits, payments, truth }: Dataset): Judged[] {
  const recorded = recordedIds({ truth });
  const whole = new Set(deposits.filter(({ lines }) => !lines?.length).map(({ id }) => id));
  const { unmatched } = match(deposits, payments, { algorithm: "smart" });
  const open = [...unmatched.lines, ...unmatched.deposits.filter(({ id }) => whole.has(id))];
  return open.flatMap(({ id, notInBooks }) =>
    notInBooks === undefined ? [] : [{ probability: notInBooks, right: !recorded.has(id) }],
  );
}

/** Proposals of invoices, compared with the truth. */
export interface InvoiceScore {
  shape: LineShape;
  /** Lines whose payment was replaced by an open invoice. */
  wanted: number;
  ours: InvoiceCount;
  /** The same customer's name and amount, the first in the list. */
  plain: InvoiceCount;
}

export interface InvoiceCount {
  proposed: number;
  right: number;
}

/** Share of the lines with one payment that are open invoices instead. */
const INVOICED_SHARE = 0.1;
/** An invoice is paid within so many days. */
const MAX_DAYS_OPEN = 45;

/** Replaces payments by open invoices and counts which are proposed for their lines. */
export function measureInvoices(
  shape: LineShape,
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): InvoiceScore {
  const score: InvoiceScore = {
    shape,
    wanted: 0,
    ours: { proposed: 0, right: 0 },
    plain: { proposed: 0, right: 0 },
  };
  for (const seed of seeds) {
    const { deposits, payments, invoices, lineOf } = withInvoices(generate({ shape, lines, seed }));
    score.wanted += invoices.length;
    const { invoiceMatches } = match(deposits, payments, { algorithm: "smart", invoices });
    for (const { lineIds, invoiceIds } of invoiceMatches) {
      score.ours.proposed++;
      const isRight = lineIds.length === 1 && invoiceIds.length === 1;
      if (isRight && lineOf.get(invoiceIds[0] ?? "") === lineIds[0]) score.ours.right++;
    }
    for (const [invoice, line] of plainProposals(deposits, invoices)) {
      score.plain.proposed++;
      if (lineOf.get(invoice) === line) score.plain.right++;
    }
  }
  return score;
}

interface Invoiced extends Pick<Dataset, "deposits" | "payments"> {
  invoices: InvoiceInput[];
  /** Line by invoice. */
  lineOf: Map<string, string>;
}

function withInvoices({ deposits, payments, truth }: Dataset): Invoiced {
  const lines = new Map(
    deposits.flatMap((one) => (one.lines ?? []).map((line) => [line.id, line])),
  );
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const invoices: InvoiceInput[] = [];
  const lineOf = new Map<string, string>();
  const removed = new Set<string>();
  for (const { lineIds, paymentIds } of truth.groups) {
    const line = lines.get(lineIds[0] ?? "");
    const payment = byId.get(paymentIds[0] ?? "");
    if (!line || !payment || lineIds.length * paymentIds.length !== 1 || line.amount <= 0) continue;
    const random = new Random(0, `invoice ${line.id}`);
    if (!random.chance(INVOICED_SHARE)) continue;
    removed.add(payment.id);
    lineOf.set(payment.id, line.id);
    invoices.push({
      id: payment.id,
      number: random.chance(0.5) ? payment.reference : undefined,
      date: addDays(line.date, -random.between(0, MAX_DAYS_OPEN)),
      amount: line.amount,
      balance: line.amount,
      currency: payment.currency,
      customerName: payment.customerName,
      email: payment.email,
      customer: payment.customer,
    });
  }
  return { deposits, payments: payments.filter(({ id }) => !removed.has(id)), invoices, lineOf };
}

/** Each invoice goes to the first line of its customer and amount, no line twice. */
function plainProposals(
  deposits: DepositInput[],
  invoices: InvoiceInput[],
): [invoice: string, line: string][] {
  const open = new Map<string, LineInput[]>();
  for (const { currency, lines = [] } of deposits) {
    for (const line of lines) {
      const key = JSON.stringify([currency, line.amount, line.entity]);
      open.set(key, [...(open.get(key) ?? []), line]);
    }
  }
  return invoices.flatMap(({ id, currency, balance, customerName }) => {
    if (customerName === undefined) return [];
    const line = open.get(JSON.stringify([currency, balance, customerName]))?.shift();
    return line ? [[id, line.id] as [string, string]] : [];
  });
}
