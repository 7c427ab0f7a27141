import { append } from "@/matching/engine/collections/append";
import type { Evidence, InvoiceMatch } from "@/matching/engine/contract";
import type { OpenItem } from "@/matching/engine/link-invoices";
import { findLedger } from "@/server/connections/find";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { readerOf } from "@/server/platform/with-company-lock";
import { rankInvoices } from "./engine/threads";
import { type EngineLine, loadPastDecisions, toDepositInput } from "./engine-input";
import { type OpenInvoice, openInvoices, toInvoiceInput } from "./read-invoices";

/** What a line could pay. Amounts in minor units. */
export interface InvoiceProposal {
  /** In the order in which they are paid, with how much of the line each gets. */
  invoices: { invoice: OpenInvoice; amount: number }[];
  /** The rest of the line, which becomes the customer's credit. */
  credit: number;
  /** 0 to 1, given that no payment in the books is the line's, beyond one that is suggested. */
  probability: number;
  /** For a bookkeeper, weightiest first. */
  evidence: Evidence[];
}

interface LineInvoiceOptions {
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
 * the customer's other ones.
 * @param lineIds the lines wanted; left out, all
 * @returns in the order of the lines; lines that are matched or went out have no entry
 * @throws NotFoundError when the deposit is not the company's.
 */
export async function findInvoiceOptions(
  ctx: CompanyContext,
  depositId: number,
  lineIds?: readonly number[],
): Promise<LineInvoiceOptions[]> {
  const { lines, items, invoices, history } = await readerOf(ctx)((tx) =>
    readOpenLines(tx, ctx, depositId, lineIds),
  );
  if (invoices.length === 0)
    return lines.map(({ id }) => ({ lineId: id, proposals: [], others: [] }));
  const matches = new Map<string, InvoiceMatch[]>();
  for (const match of await rankInvoices(ctx, items, invoices.map(toInvoiceInput), history)) {
    for (const id of match.lineIds) append(matches, id, match);
  }
  const customers = new CustomerInvoices(invoices);
  return lines.map((line) => optionsOf(line, matches.get(String(line.id)) ?? [], customers));
}

async function readOpenLines(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  lineIds?: readonly number[],
) {
  const deposit = await requireDeposit(tx, ctx, depositId);
  const absent = await absentShares(tx, ctx, depositId);
  const lines = deposit.lines.filter(
    ({ id, gross }) => gross > 0n && absent.get(id) !== 0 && (lineIds?.includes(id) ?? true),
  );
  const ledger = await findLedger(ctx, tx);
  const invoices = ledger && lines.length > 0 ? await openInvoices(tx, ctx, ledger, lines) : [];
  const history = invoices.length > 0 ? await loadPastDecisions(tx, ctx) : [];
  const input = toDepositInput({ ...deposit, lines });
  const items = (input.lines ?? []).map((line): [OpenItem, number] => [
    { deposit: input, line, gross: line.amount },
    absent.get(Number(line.id)) ?? 1,
  ]);
  return { lines, items, invoices, history };
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
  customers: CustomerInvoices,
): LineInvoiceOptions {
  const ranked = matches.toSorted((a, b) => b.probability - a.probability);
  const proposals = ranked
    .filter(({ probability }) => probability >= MIN_PROBABILITY)
    .slice(0, MAX_PROPOSALS)
    .map((match) => toProposal(line, match, customers));
  const shown = new Set(proposals.flatMap((each) => each.invoices.map(({ invoice }) => invoice)));
  const gross = Number(line.gross);
  const others = [...customers.ofPayer(line, ranked.filter(isOfPayer))]
    .filter((invoice) => !shown.has(invoice))
    .sort((a, b) => Math.abs(a.left - gross) - Math.abs(b.left - gross) || a.id - b.id)
    .slice(0, MAX_OTHERS);
  return { lineId: line.id, proposals, others };
}

/** The engine takes the invoice's customer for the payer. */
function isOfPayer({ evidence }: InvoiceMatch): boolean {
  const weights = evidence.flatMap(({ field, weight }) => (field === "customer" ? weight : []));
  return weights.some((weight) => weight > 0);
}

/** The older invoice is paid first, as a bookkeeper applies a payment. */
function toProposal(
  line: EngineLine,
  { invoiceIds, probability, evidence }: InvoiceMatch,
  customers: CustomerInvoices,
): InvoiceProposal {
  const paid = customers
    .withIds(invoiceIds)
    .sort((a, b) => a.txnDate.getTime() - b.txnDate.getTime() || a.id - b.id);
  let credit = Number(line.gross);
  const applied = paid.map((invoice) => {
    const amount = Math.min(credit, invoice.left);
    credit -= amount;
    return { invoice, amount };
  });
  return { invoices: applied.filter(({ amount }) => amount > 0), credit, probability, evidence };
}

/** Open invoices by the engine's ids, and by customer. */
class CustomerInvoices {
  private readonly byId = new Map<string, OpenInvoice>();
  private readonly byCustomer = new Map<string, OpenInvoice[]>();

  constructor(invoices: readonly OpenInvoice[]) {
    for (const invoice of invoices) {
      this.byId.set(String(invoice.id), invoice);
      for (const key of keysOf(invoice)) append(this.byCustomer, key, invoice);
    }
  }

  withIds(ids: readonly string[]): OpenInvoice[] {
    return ids.flatMap((id) => this.byId.get(id) ?? []);
  }

  /** Those of the very same name or address, and those of the customers of `matches`. */
  ofPayer(line: EngineLine, matches: readonly InvoiceMatch[]): Set<OpenInvoice> {
    const known = matches.flatMap(({ invoiceIds }) => this.withIds(invoiceIds));
    const keys = [{ ...line, customerId: "" }, ...known].flatMap(keysOf);
    return new Set(keys.flatMap((key) => this.byCustomer.get(key) ?? []));
  }
}

type Sold = Pick<OpenInvoice, "customerId" | "customerName" | "customerEmail">;

function keysOf({ customerId, customerName, customerEmail }: Sold): string[] {
  const keys = { id: customerId, name: customerName, email: customerEmail };
  return Object.entries(keys).flatMap(([kind, text]) => {
    const plain = text.trim().toLowerCase();
    return plain === "" ? [] : `${kind} ${plain}`;
  });
}
