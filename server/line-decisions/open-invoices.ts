import type { DepositLine, Integration, Prisma } from "@/generated/prisma/client";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { EvidenceView } from "@/lib/contracts/match-views";
import type { invoiceSearch, OpenInvoice as OpenInvoiceView } from "@/lib/contracts/open-invoices";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { toDecimal, toWireDecimal } from "@/lib/money";
import { findLedger } from "@/server/connections/find";
import { allNumbers } from "@/server/deposits/line-numbers";
import { findInvoiceOptions, type InvoiceProposal } from "@/server/matches/find-invoice-options";
import { type OpenInvoice, plannedOnInvoices } from "@/server/matches/read-invoices";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

/**
 * The open invoices of the connected ledger in a currency. What planned payments are going to pay is no longer
 * left of them.
 * @param where narrows them further.
 */
export async function openInvoices(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Pick<Integration, "id">,
  where: Prisma.LedgerInvoiceWhereInput & { currency: string },
  take?: number,
): Promise<OpenInvoice[]> {
  const { companyId } = ctx;
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId, integrationId: ledger.id, state: "open", ...where },
    orderBy: [{ txnDate: "desc" }, { id: "desc" }],
    ...(take && { take }),
  });
  const planned = await plannedOnInvoices(tx, ctx, ledger);
  return invoices
    .map((invoice) => ({
      ...invoice,
      left: Number(invoice.balance) - (planned.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}

/** An open invoice as the wire has it. */
function toOpenInvoice(invoice: OpenInvoice): OpenInvoiceView {
  return {
    Id: invoice.providerId,
    number: invoice.number,
    date: dateText(invoice.txnDate),
    due_date: invoice.dueDate && dateText(invoice.dueDate),
    total: toWireDecimal(Number(invoice.total), invoice.currency),
    balance: toWireDecimal(invoice.left, invoice.currency),
    currency: invoice.currency,
    customer: invoice.customerName,
  };
}

type InvoiceOption = LineOptions["invoices"][number];

/**
 * The open invoices that a charge may pay, in wire format: what the engine proposes, then the customer's others.
 */
export async function invoiceOptions(
  ctx: CompanyContext,
  line: DepositLine,
): Promise<InvoiceOption[]> {
  if (line.kind !== "charge") return [];
  const [found] = await findInvoiceOptions(ctx, line.depositId, [line.id]);
  if (!found) return [];
  const others = found.others.map((invoice) => toOption(otherProposal(invoice, line), null));
  return [...found.proposals.map((each) => toOption(each, each.probability)), ...others];
}

type Proposal = Omit<InvoiceProposal, "probability" | "evidence"> & { evidence: EvidenceView[] };

function otherProposal(invoice: OpenInvoice, line: DepositLine): Proposal {
  const gross = Number(line.gross);
  const amount = Math.min(gross, invoice.left);
  const [fitting] = new InvoiceFacts([invoice]).fitting(line, invoice.customerId);
  const evidence = fitting?.evidence ?? [];
  return { invoices: [{ invoice, amount }], credit: gross - amount, evidence };
}

function toOption(
  { invoices, credit, evidence }: Proposal,
  probability: number | null,
): InvoiceOption {
  const [first] = invoices;
  const wire = (amount: number) => toWireDecimal(amount, first?.invoice.currency ?? "");
  return {
    invoices: invoices.map(({ invoice, amount }) => ({
      ...toOpenInvoice(invoice),
      amount: wire(amount),
    })),
    probability,
    evidence,
    credit: wire(credit),
  };
}

const MAX_FOUND = 20;

/** Open invoices whose number or customer contains a text, the latest first. */
export async function searchInvoices(
  ctx: CompanyContext,
  { search = "", currency }: QueryOf<typeof invoiceSearch>,
): Promise<ResponseOf<typeof invoiceSearch>> {
  const ledger = await findLedger(ctx);
  if (!ledger) return { invoices: [] };
  const contains = { contains: search, mode: "insensitive" as const };
  const where = { currency, OR: [{ number: contains }, { customerName: contains }] };
  const found = await openInvoices(db(ctx), ctx, ledger, where, MAX_FOUND);
  return { invoices: found.map(toOpenInvoice) };
}

/** Shorter numbers stand in too many texts. */
const MIN_NUMBER_LENGTH = 3;

type Line = Pick<DepositLine, "gross" | "currency" | "reference" | "numbers" | "description">;

/** An invoice with the facts that speak for it, in words. */
interface FittingInvoice extends OpenInvoice {
  evidence: EvidenceView[];
  /** The charge names its number, or it is the customer's: reason enough to look before anything else is created. */
  isLikely: boolean;
}

/** Open invoices by what a line may say of them. Built once for many lines. */
export class InvoiceFacts {
  private readonly byNumber = new Map<string, OpenInvoice[]>();
  private readonly byCustomer = new Map<string, OpenInvoice[]>();
  private readonly byAmount = new Map<number, OpenInvoice[]>();

  /** @param invoices of one currency */
  constructor(invoices: readonly OpenInvoice[]) {
    for (const each of invoices) {
      const { number, customerId } = each;
      const key = number.toLowerCase();
      if (key.length >= MIN_NUMBER_LENGTH) add(this.byNumber, key, each);
      if (customerId !== "") add(this.byCustomer, customerId, each);
      add(this.byAmount, each.left, each);
    }
  }

  /**
   * The invoices that a line may pay, best first: those that it names, those of its customer, those of its amount.
   * @param customerId of the line's customer in the ledger; null where it is not known
   */
  fitting(line: Line, customerId: string | null): FittingInvoice[] {
    const gross = Number(line.gross);
    const named = new Set(numbersIn(line).flatMap((number) => this.byNumber.get(number) ?? []));
    const own = new Set(customerId === null ? [] : (this.byCustomer.get(customerId) ?? []));
    const equal = new Set(this.byAmount.get(gross) ?? []);
    const all = [...new Set([...named, ...own, ...equal])];
    const rank = (each: OpenInvoice) =>
      Number(named.has(each)) * 4 + Number(own.has(each)) * 2 + Number(equal.has(each));
    return all
      .sort((a, b) => rank(b) - rank(a) || a.txnDate.getTime() - b.txnDate.getTime())
      .map((each) => ({
        ...each,
        isLikely: named.has(each) || own.has(each),
        evidence: [
          ...(named.has(each)
            ? [fact("reference", `The charge names invoice ${each.number}`)]
            : []),
          ...(own.has(each) ? [fact("customer", `Same customer: ${each.customerName}`)] : []),
          fact("amount", amountText(gross, each.left, line.currency)),
        ],
      }));
  }
}

function numbersIn(line: Line): string[] {
  const words = `${allNumbers(line)} ${line.description}`
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}-]+/u);
  return [...new Set(words)];
}

function amountText(gross: number, left: number, currency: string): string {
  if (gross === left) return "Matches the open balance";
  const open = toDecimal(left, currency);
  return gross < left
    ? `Part payment of ${open} ${currency}`
    : `More than the open balance of ${open} ${currency}`;
}

function fact(field: string, text: string): EvidenceView {
  return { field, level: "fact", weight: 0, text };
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
