import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { ListQuery } from "@/lib/contracts/common";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { LineLists } from "@/lib/contracts/line-settings";
import type { customerSearch, ReceiptLists } from "@/lib/contracts/receipts";
import { BY_FILE } from "@/lib/providers/list";
import type { EntryTags, Named } from "@/lib/settlement";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import type { CredentialStore } from "@/server/providers/credential-store";
import { isAbroad } from "@/server/providers/errors";
import type { FoundCustomer, LedgerItem, LedgerListEntry } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import { readCompanyFacts, refreshCompanyFacts } from "./company-facts";
import { credentialStore } from "./credentials";
import { FIRST_COMES, findLedger, requireLedger } from "./find";
import { freshnessOf } from "./ledger-accounts";
import { type Freshness, forgetLists, ledgerList } from "./ledger-cache";

/**
 * What a receipt can be created with. Empty while no ledger is connected, or its access has expired: pages that
 * only offer a choice still load.
 */
export async function listReceiptChoices(
  ctx: CompanyContext,
  wanted: ListQuery,
): Promise<ReceiptLists> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") return { items: [], tax_codes: [], classes: [] };
  const freshness = freshnessOf(wanted);
  const [items, taxCodes, classes] = await Promise.all([
    entriesOf(ctx, integration, "items", freshness),
    entriesOf(ctx, integration, "taxCodes", freshness),
    entriesOf(ctx, integration, "classes", freshness),
  ]);
  return {
    items: items.map(({ id, name, type = "", incomeAccount = "" }) => ({
      ...{ Id: id, Name: name, type },
      income_account: incomeAccount,
    })),
    tax_codes: taxCodes.map(({ id, name }) => ({ Id: id, Name: name })),
    classes: classes.map(({ id, name }) => ({ Id: id, Name: name })),
  };
}

/** The company's live integrations, of several with one provider the first where they share their settings. */
export async function listFirstOfEach(ctx: CompanyContext): Promise<Integration[]> {
  const rows = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
  const seen = new Map<string, Integration>();
  for (const row of rows) {
    const settings = row.provider === BY_FILE ? row.id : row.provider;
    if (!seen.has(settings)) seen.set(settings, row);
  }
  return [...seen.values()].sort((a, b) => a.connectedAt.getTime() - b.connectedAt.getTime());
}

/** What lines of a Deposit can carry. Empty while no ledger is connected, or its access has expired. */
export async function listLineChoices(ctx: CompanyContext, wanted: ListQuery): Promise<LineLists> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") {
    return { tax_codes: [], classes: [], locations: [], payment_methods: [] };
  }
  const credentials = credentialStore(ctx, integration, "interactive");
  const freshness = freshnessOf(wanted);
  const facts =
    readCompanyFacts(integration) ?? (await refreshCompanyFacts(ctx, integration, credentials));
  const [taxCodes, classes, locations, methods] = await Promise.all([
    isAbroad(facts) ? entriesOf(ctx, integration, "taxCodes", freshness) : [],
    facts.tracksClasses ? entriesOf(ctx, integration, "classes", freshness) : [],
    facts.tracksLocations ? entriesOf(ctx, integration, "locations", freshness) : [],
    entriesOf(ctx, integration, "paymentMethods", freshness),
  ]);
  return {
    tax_codes: taxCodes.map(toWire),
    classes: classes.map(toWire),
    locations: locations.map(toWire),
    payment_methods: methods.map(toWire),
  };
}

function toWire({ id, name }: LedgerListEntry) {
  return { Id: id, Name: name };
}

const LIST_WORDS = {
  items: "product or service",
  taxCodes: "tax code",
  classes: "class",
  locations: "location",
  paymentMethods: "payment method",
} as const;

type Entry = LedgerListEntry & Partial<LedgerItem>;

function entriesOf(
  ctx: CompanyContext,
  integration: Integration,
  list: keyof typeof LIST_WORDS,
  freshness: Freshness,
): Promise<readonly Entry[]> {
  const read = (credentials: CredentialStore<unknown>): Promise<Entry[]> =>
    getLedger(integration.provider)[list](credentials);
  return ledgerList(ctx, integration, list, read, { freshness });
}

/**
 * Looks up an entry of one of the ledger's lists, in a fresh copy.
 * @param id null: nothing was chosen.
 * @param field the input that named it, for the error.
 * @throws UnusableInputError when the ledger has none of that id; ConflictError when no ledger is connected.
 */
export async function requireListed(
  ctx: CompanyContext,
  list: keyof typeof LIST_WORDS,
  id: string | null,
  field: string,
): Promise<ListChoice | null> {
  if (id === null) return null;
  const integration = await requireLedger(ctx);
  const entries = await entriesOf(ctx, integration, list, "fresh");
  const found = entries.find((each) => each.id === id);
  if (found) {
    const { name, incomeAccount: account = "" } = found;
    return { id, name, ...(account !== "" && { account }) };
  }
  const { name } = wordsOf(integration.provider);
  const message = `This ${LIST_WORDS[list]} isn't in ${name}, or is inactive. Reload the list and choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}

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
  const integration = await requireLedger(ctx);
  const { name, class: ofClass } = wordsOf(integration.provider);
  const [customers, classes] = await Promise.all([
    chosen.customer ? customersOf(ctx, integration, chosen.customer.Name, "fresh") : [],
    chosen.class ? entriesOf(ctx, integration, "classes", "fresh") : [],
  ]);
  return {
    customer: pick(customers, chosen.customer, {
      ...{ what: "customer", field: fields.customer, ledger: name },
    }),
    class: pick(classes, chosen.class, {
      ...{ what: ofClass.label.toLowerCase(), field: fields.class, ledger: name },
    }),
  };
}

function pick(
  found: readonly Named[],
  chosen: Choice | null | undefined,
  { what, field, ledger }: { what: string; field: string; ledger: string },
): Named | undefined {
  if (!chosen) return undefined;
  const known = found.find(({ id }) => id === chosen.Id);
  if (known) return { id: known.id, name: known.name };
  const message = `This ${what} isn't in ${ledger} any more. Choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}

/** Customers of the ledger by name or email address; none while no ledger is connected. */
export async function searchCustomers(
  ctx: CompanyContext,
  { search }: { search: string },
): Promise<ResponseOf<typeof customerSearch>> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") return { customers: [] };
  const found = await customersOf(ctx, integration, search, "kept");
  return { customers: found.map(({ id, name, email }) => ({ Id: id, name, email })) };
}

/** Prefix of the names of customer searches. */
const CUSTOMERS = "customers ";

/** The product itself has created a customer. */
export function forgetCustomers(ctx: CompanyContext): void {
  forgetLists(ctx, CUSTOMERS);
}

export function customersOf(
  ctx: CompanyContext,
  integration: Integration,
  search: string,
  freshness: Freshness,
): Promise<readonly FoundCustomer[]> {
  const read = (credentials: CredentialStore<unknown>) =>
    getLedger(integration.provider).customers(credentials, search);
  return ledgerList(ctx, integration, `${CUSTOMERS}${search}`, read, { freshness, of: "search" });
}

export const chosen = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a product or service: the name of the account that its sales are booked to, where it is known. */
  account: z.string().optional(),
});

/** A product or service, tax code or class of the ledger. */
export type ListChoice = z.infer<typeof chosen>;
