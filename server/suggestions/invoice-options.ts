import type { LedgerInvoice } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { parseCustomer } from "@/server/deposits/parse-customer";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { findLedger } from "@/server/integrations/find";
import { append } from "@/server/matching/collections/append";
import type { Evidence, InvoiceInput, InvoiceMatch } from "@/server/matching/contract";
import { toInvoiceMatches } from "@/server/matching/decision/proposals";
import { type OpenItem, rankInvoices } from "@/server/matching/link-invoices";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type EngineLine, toDepositInput } from "./engine-input";
import { loadPastDecisions } from "./load-past-decisions";
import { type OpenInvoice, openInvoices } from "./open-invoices";

/** What a line could pay. Amounts in minor units. */
export interface InvoiceProposal {
  /** In the order in which they are paid, with how much of the line each gets. */
  invoices: { invoice: OpenInvoice; amount: number }[];
  /** What of the line is left as the customer's credit. */
  credit: number;
  /** 0 to 1, given that no payment in the books is the line's, beyond one that is suggested. */
  probability: number;
  /** For a bookkeeper, weightiest first. */
  evidence: Evidence[];
}

export interface LineInvoiceOptions {
  lineId: number;
  /** Best first, at most {@link MAX_PROPOSALS}. */
  proposals: InvoiceProposal[];
  /** The other open invoices of the line's customer, those whose balance is nearest first. */
  others: OpenInvoice[];
}

const MAX_PROPOSALS = 5;
const MAX_OTHERS = 10;
const MIN_PROBABILITY = 0.05;

/**
 * What the open charges of a deposit could pay: the engine's proposals among the company's open invoices, and
 * the customer's other ones. Reads only.
 * @param lineIds the lines wanted; left out, all open charges. Others of the deposit are weighed all the same.
 * @returns in the order of the lines; lines that are matched or went out have no entry
 * @throws NotFoundError when the deposit is not the company's.
 */
export async function findInvoiceOptions(
  ctx: CompanyContext,
  tx: Tx,
  depositId: number,
  lineIds?: readonly number[],
): Promise<LineInvoiceOptions[]> {
  const deposit = await requireDeposit(tx, ctx, depositId);
  const absent = await absentShares(tx, ctx, depositId);
  const lines = deposit.lines.filter(({ id, gross }) => gross > 0n && absent.get(id) !== 0);
  const ledger = await findLedger(ctx, tx);
  const invoices = ledger ? await openInvoices(tx, ctx, ledger, deposit.currency) : [];
  const wanted = lines.filter(({ id }) => lineIds?.includes(id) ?? true);
  if (wanted.length === 0) return [];
  if (invoices.length === 0)
    return wanted.map(({ id }) => ({ lineId: id, proposals: [], others: [] }));
  const input = toDepositInput({ ...deposit, lines });
  const items = (input.lines ?? []).map((line): [OpenItem, number] => [
    { deposit: input, line, gross: line.amount },
    absent.get(Number(line.id)) ?? 1,
  ]);
  const history = await loadPastDecisions(tx, ctx);
  const options = { algorithm: "smart", history } as const;
  const outcome = rankInvoices(new Map(items), invoices.map(toInvoiceInput), options);
  const matches = new Map<string, InvoiceMatch[]>();
  for (const match of toInvoiceMatches(outcome)) {
    for (const id of match.lineIds) append(matches, id, match);
  }
  const byId = new Map(invoices.map((invoice) => [String(invoice.id), invoice]));
  return wanted.map((line) => optionsOf(line, matches.get(String(line.id)) ?? [], byId));
}

/**
 * How likely the payment of a line is not in the books, by line: 0 where an accepted match explains it, less
 * than 1 where a payment is suggested. Lines without a match have no entry.
 */
async function absentShares(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<Map<number, number>> {
  const matches = await tx.match.findMany({
    where: { companyId, depositId, live: true },
    select: { state: true, probability: true, lines: { select: { lineId: true } } },
  });
  return new Map(
    matches.flatMap(({ state, probability, lines }) =>
      lines.map(({ lineId }) => [lineId, state === "accepted" ? 0 : 1 - probability]),
    ),
  );
}

function optionsOf(
  line: EngineLine,
  matches: InvoiceMatch[],
  invoices: ReadonlyMap<string, OpenInvoice>,
): LineInvoiceOptions {
  const ranked = [...matches].sort((a, b) => b.probability - a.probability);
  const proposals = ranked
    .filter(({ probability }) => probability >= MIN_PROBABILITY)
    .slice(0, MAX_PROPOSALS)
    .map((match) => toProposal(line, match, invoices));
  const shown = new Set(proposals.flatMap((each) => each.invoices.map(({ invoice }) => invoice)));
  const customers = customersOf(ranked, invoices);
  const gross = Number(line.gross);
  const others = [...invoices.values()]
    .filter((invoice) => !shown.has(invoice))
    .filter((invoice) => customers.has(invoice.customerId) || isPayer(line, invoice))
    .sort((a, b) => Math.abs(a.left - gross) - Math.abs(b.left - gross) || a.id - b.id)
    .slice(0, MAX_OTHERS);
  return { lineId: line.id, proposals, others };
}

/** The older invoice is paid first, as a bookkeeper applies a payment. */
function toProposal(
  line: EngineLine,
  { invoiceIds, probability, evidence }: InvoiceMatch,
  invoices: ReadonlyMap<string, OpenInvoice>,
): InvoiceProposal {
  const paid = invoiceIds
    .flatMap((id) => invoices.get(id) ?? [])
    .sort((a, b) => a.txnDate.getTime() - b.txnDate.getTime() || a.id - b.id);
  let credit = Number(line.gross);
  const applied = paid.map((invoice) => {
    const amount = Math.min(credit, invoice.left);
    credit -= amount;
    return { invoice, amount };
  });
  return { invoices: applied.filter(({ amount }) => amount > 0), credit, probability, evidence };
}

/** Customers whom the engine takes for the payer. */
function customersOf(
  matches: InvoiceMatch[],
  invoices: ReadonlyMap<string, OpenInvoice>,
): Set<string> {
  const payers = matches.filter(({ evidence }) => {
    const aboutCustomer = evidence.filter(({ field }) => field === "customer");
    return sumMinor(aboutCustomer.map(({ weight }) => Math.sign(weight))) > 0;
  });
  const ids = payers.flatMap(({ invoiceIds }) => invoiceIds);
  return new Set(ids.flatMap((id) => invoices.get(id)?.customerId || []));
}

/** By the very same name or address, whatever the amount and however old the invoice. */
function isPayer(
  { customerName, customerEmail }: EngineLine,
  invoice: Pick<LedgerInvoice, "customerName" | "customerEmail">,
): boolean {
  return isSame(customerEmail, invoice.customerEmail) || isSame(customerName, invoice.customerName);
}

function isSame(left: string, right: string): boolean {
  return left !== "" && left.trim().toLowerCase() === right.trim().toLowerCase();
}

function toInvoiceInput(invoice: OpenInvoice): InvoiceInput {
  return {
    id: String(invoice.id),
    number: invoice.number || undefined,
    date: dateText(invoice.txnDate),
    ...(invoice.dueDate && { dueDate: dateText(invoice.dueDate) }),
    amount: Number(invoice.total),
    balance: invoice.left,
    currency: invoice.currency,
    customerName: invoice.customerName,
    email: invoice.customerEmail,
    customer: parseCustomer(invoice.customer) ?? undefined,
    note: invoice.note,
  };
}
