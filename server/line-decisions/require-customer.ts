import { LEDGER } from "@/lib/providers/list";
import { credentialStore } from "@/server/connections/credential-store";
import { requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { getLedger } from "@/server/providers/registry";
import type { PaymentPlan } from "./plan-payments";

interface Named {
  Id: string | null;
  name: string;
  email?: string | undefined;
}

/**
 * The customer of a receipt as the ledger knows it; a new one as the user named it.
 * @throws UnusableInputError when the ledger has no such customer; ConflictError when none is connected.
 */
export async function requireCustomer(
  ctx: CompanyContext,
  customer: Named | null,
): Promise<PaymentPlan["customer"]> {
  if (!customer) return null;
  const { Id, name, email = "" } = customer;
  if (Id === null) return { id: "", name, email };
  const ledger = await requireIntegration(ctx, LEDGER);
  const of = { companyId: ctx.companyId, integrationId: ledger.id, customerId: Id };
  const named = { select: { customerName: true, customerEmail: true } } as const;
  const stored =
    (await db(ctx).ledgerPayment.findFirst({
      where: { ...of, NOT: { state: "planned" } },
      orderBy: { txnDate: "desc" },
      ...named,
    })) ??
    (await db(ctx).ledgerInvoice.findFirst({ where: of, orderBy: { txnDate: "desc" }, ...named }));
  if (stored) return { id: Id, name: stored.customerName || name, email: stored.customerEmail };
  // Without a transaction that we know: by name.
  const found = await getLedger().customers(credentialStore(ctx, ledger), name);
  const chosen = found.find(({ id }) => id === Id);
  if (chosen) return chosen;
  const message = "This customer isn't in QuickBooks. Search again.";
  throw new UnusableInputError(message, { fields: { customer: message } });
}
