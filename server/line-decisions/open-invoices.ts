import type { DepositLine, Integration, Prisma } from "@/generated/prisma/client";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { EvidenceView } from "@/lib/contracts/match-views";
import type {
  invoiceSearch,
  LineOptions,
  OpenInvoice as OpenInvoiceView,
} from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { findLedger } from "@/server/connections/find";
import { findInvoiceOptions, type InvoiceProposal } from "@/server/matches/find-invoice-options";
import { type OpenInvoice, plannedOnInvoices } from "@/server/matches/open-invoices";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { InvoiceFacts } from "./fit-invoices";

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
export function toOpenInvoice(invoice: OpenInvoice): OpenInvoiceView {
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
