import type { DepositLine } from "@/generated/prisma/client";
import type { EvidenceView } from "@/lib/contracts/deposits";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import {
  findInvoiceOptions,
  type InvoiceProposal,
} from "@/server/suggestions/find-invoice-options";
import type { OpenInvoice } from "@/server/suggestions/open-invoices";
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

function otherProposal(invoice: OpenInvoice, { gross }: DepositLine): Proposal {
  const amount = Math.min(Number(gross), invoice.left);
  const text = `Open invoice of ${invoice.customerName}`;
  const evidence = [{ field: "customer", level: "fact", weight: 0, text }];
  return { invoices: [{ invoice, amount }], credit: Number(gross) - amount, evidence };
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
