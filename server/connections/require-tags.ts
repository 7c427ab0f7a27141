import { LEDGER } from "@/lib/providers/list";
import type { EntryTags, Named } from "@/lib/settlement";
import { credentialStore } from "./credential-store";
import { requireIntegration } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { getLedger } from "@/server/providers/registry";

/** A customer or class as a client names it. */
interface Choice {
  Id: string;
  Name: string;
}

interface Choices {
  customer?: Choice | null | undefined;
  class?: Choice | null | undefined;
}

/**
 * Reads the customer and the class that an amount is to be booked for from the provider; what was not chosen is
 * undefined.
 * @param fields the inputs that named them, for the error.
 * @throws UnusableInputError when it has no such active customer or class; ConflictError when no ledger is
 *   connected.
 */
export async function requireTags(
  ctx: CompanyContext,
  chosen: Choices,
  fields: { customer: string; class: string },
): Promise<EntryTags> {
  if (!chosen.customer && !chosen.class) return {};
  const credentials = credentialStore(ctx, await requireIntegration(ctx, LEDGER));
  const ledger = getLedger();
  const [customers, classes] = await Promise.all([
    chosen.customer ? ledger.customers(credentials, chosen.customer.Name) : [],
    chosen.class ? ledger.classes(credentials) : [],
  ]);
  return {
    customer: pick(customers, chosen.customer, "customer", fields.customer),
    class: pick(classes, chosen.class, "class", fields.class),
  };
}

function pick(
  found: readonly Named[],
  chosen: Choice | null | undefined,
  what: string,
  field: string,
): Named | undefined {
  if (!chosen) return undefined;
  const known = found.find(({ id }) => id === chosen.Id);
  if (known) return { id: known.id, name: known.name };
  const message = `This ${what} isn't in QuickBooks any more. Choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}
