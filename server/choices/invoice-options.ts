import type { DepositLine, Integration } from "@/generated/prisma/client";
import type { EvidenceView } from "@/lib/contracts/deposits";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { openPart } from "@/server/deposits/open-part";
import { parseCustomer } from "@/server/deposits/parse-customer";
import type { InvoiceInput } from "@/server/matching/contract";
import { match } from "@/server/matching/match";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { toDepositInput } from "@/server/suggestions/engine-input";
import { loadPastDecisions } from "@/server/suggestions/load-past-decisions";
import { InvoiceFacts } from "./fit-invoices";
import { openInvoices, type StoredInvoice, toOpenInvoice } from "./open-invoices";

type InvoiceOption = LineOptions["invoices"][number];

const MAX_OPTIONS = 10;

/**
 * The open invoices that a charge may pay: what the engine proposes, then what fits by a single fact.
 * @param customerId of the line's customer in the ledger, where it is known
 */
export async function invoiceOptions(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Integration,
  { deposit, line, customerId }: Charge,
): Promise<InvoiceOption[]> {
  if (line.kind !== "charge" || line.gross <= 0n) return [];
  const open = await openInvoices(tx, ctx, ledger, { currency: line.currency });
  if (open.length === 0) return [];
  const byId = new Map(open.map((each) => [String(each.invoice.id), each]));
  const alone = openPart(deposit, new Set(othersOf(deposit, line)));
  const { invoiceMatches } = match([toDepositInput(alone)], [], {
    algorithm: "smart",
    history: await loadPastDecisions(tx, ctx),
    invoices: open.map(toInvoiceInput),
  });
  const proposed = invoiceMatches.map(({ invoiceIds, probability, evidence }) => ({
    of: invoiceIds.flatMap((id) => byId.get(id) ?? []),
    probability,
    evidence,
  }));
  const taken = new Set(proposed.flatMap(({ of }) => (of.length === 1 ? of : [])));
  const fitting = new InvoiceFacts(open)
    .fitting(line, customerId)
    .filter(({ invoice }) => ![...taken].some((each) => each.invoice === invoice))
    .map(({ evidence, ...each }) => ({ of: [each], probability: null, evidence }));
  return [...proposed, ...fitting].slice(0, MAX_OPTIONS).map((option) => toOption(line, option));
}

interface Charge {
  deposit: DepositWithLines;
  line: DepositLine;
  customerId: string | null;
}

function othersOf({ lines }: DepositWithLines, { id }: DepositLine): number[] {
  return lines.flatMap((other) => (other.id === id ? [] : other.id));
}

/** The engine's ids are our row ids. */
function toInvoiceInput({ invoice, left }: StoredInvoice): InvoiceInput {
  return {
    id: String(invoice.id),
    number: invoice.number,
    date: dateText(invoice.txnDate),
    ...(invoice.dueDate && { dueDate: dateText(invoice.dueDate) }),
    amount: Number(invoice.total),
    balance: left,
    currency: invoice.currency,
    customerName: invoice.customerName,
    email: invoice.customerEmail,
    customer: parseCustomer(invoice.customer) ?? undefined,
    note: invoice.note,
  };
}

/** The charge pays the invoices in order, each as far as it is open. */
function toOption(
  line: DepositLine,
  {
    of,
    probability,
    evidence,
  }: {
    of: StoredInvoice[];
    probability: number | null;
    evidence: EvidenceView[];
  },
): InvoiceOption {
  let rest = Number(line.gross);
  const invoices = of.map((each) => {
    const amount = Math.min(rest, each.left);
    rest -= amount;
    return { ...toOpenInvoice(each), amount: toWireDecimal(amount, line.currency) };
  });
  return { invoices, probability, evidence, credit: toWireDecimal(rest, line.currency) };
}
