import type { DepositLine } from "@/generated/prisma/client";
import type { EvidenceView } from "@/lib/contracts/match-views";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import {
  findInvoiceOptions,
  type InvoiceProposal,
} from "@/server/matches/find-invoice-options";
import type { OpenInvoice } from "@/server/matches/open-invoices";
import { InvoiceFacts } from "./fit-invoices";
import { toOpenInvoice } from "./open-invoices";

type InvoiceOption = LineOptions["invoices"][number];

/**
 * The open invoices that a charge may pay, in wire format: what the engine proposes, then the customer's others.
 */
export async function invoiceOptions(
  tx: Tx,
  ctx: CompanyContext,
  line: DepositLine,
): Promise<InvoiceOption[]> {
  if (line.kind !== "charge") return [];
  const [found] = await findInvoiceOptions(ctx, tx, line.depositId, [line.id]);
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
