import type { DepositLine, Integration } from "@/generated/prisma/client";
import { CUSTOMER_NAME_LENGTH } from "@/lib/constants/planned-payments";
import type { ReceiptCustomer } from "@/lib/contracts/receipts";
import type { CustomerProfile } from "@/matching/engine/customer-profile";
import { domainLabel, isPrivateDomain, mailDomain } from "@/matching/engine/text/mail-domains";
import { providerName, requireLedger } from "@/server/connections/find";
import { customersOf } from "@/server/connections/ledger-lists";
import { parseCustomer } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import type { PaymentPlan } from "./store-decisions";

interface CustomerRow {
  id: string;
  name: string;
  email: string;
  customer: unknown;
}

/** The customers of the connected ledger, as its payments and invoices name them, those who paid last first. */
export async function loadIdentities(
  tx: Tx,
  { companyId }: CompanyContext,
  ledger: Pick<Integration, "id" | "provider">,
  lines: readonly DepositLine[],
): Promise<CustomerIdentities> {
  const rows = await tx.$queryRaw<CustomerRow[]>`
    SELECT id, name, email, customer FROM (
      SELECT DISTINCT ON (id) * FROM (
        SELECT customer_id AS id, customer_name AS name, customer_email AS email, customer, txn_date
        FROM ledger_payments WHERE company_id = ${companyId}::uuid
          AND integration_id = ${ledger.id}::uuid AND state <> 'planned' AND customer_id <> ''
        UNION ALL
        SELECT customer_id, customer_name, customer_email, customer, txn_date
        FROM ledger_invoices WHERE company_id = ${companyId}::uuid
          AND integration_id = ${ledger.id}::uuid AND customer_id <> '') named
      ORDER BY id, txn_date DESC) latest
    ORDER BY txn_date DESC, id`;
  const customers = rows.map((row) => ({ ...row, profile: parseCustomer(row.customer) }));
  const before = await paidBefore(tx, { companyId }, ledger, lines);
  return new CustomerIdentities(customers, before, providerName(ledger.provider));
}

/** Whose payments lines from these email addresses were matched with, the latest match of each. */
async function paidBefore(
  tx: Tx,
  { companyId }: Pick<CompanyContext, "companyId">,
  ledger: Pick<Integration, "id">,
  lines: readonly DepositLine[],
): Promise<ReadonlyMap<string, string>> {
  const emails = [...new Set(lines.map(({ customerEmail }) => customerEmail.toLowerCase()))];
  const rows = await tx.$queryRaw<{ email: string; customer: string }[]>`
    SELECT DISTINCT ON (1) lower(l.customer_email) AS email, p.customer_id AS customer
    FROM deposit_lines l
    JOIN match_lines ml ON ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live
    JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id AND m.state = 'accepted'
      AND m.kind IN ('one_to_one', 'one_to_many')
    JOIN match_payments mp ON mp.company_id = m.company_id AND mp.match_id = m.id
    JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
    WHERE l.company_id = ${companyId}::uuid AND l.customer_email <> ''
      AND lower(l.customer_email) = ANY(${emails}::text[])
      AND p.integration_id = ${ledger.id}::uuid AND p.customer_id <> ''
    ORDER BY 1, m.decided_at DESC NULLS LAST, p.id`;
  return new Map(rows.map(({ email, customer }) => [email, customer]));
}

/** Who paid a line, as the processor knows them. */
export function payerOf(
  line: Pick<DepositLine, "customerName" | "customerEmail" | "customer">,
): Payer {
  const profile: CustomerProfile | null = parseCustomer(line.customer);
  return { name: line.customerName, email: line.customerEmail, profile };
}

/** A customer of the ledger, as payments and invoices tell it. */
export interface KnownCustomer {
  id: string;
  name: string;
  email: string;
  profile: CustomerProfile | null;
}

/** Who paid, as the processor knows them. */
export interface Payer {
  name: string;
  email: string;
  profile: CustomerProfile | null;
}

/** Legal forms, which an address of the company does not have. */
const LEGAL_FORM =
  /[\s,]+(?:inc|llc|ltd|limited|corp|corporation|co|company|gmbh|plc|llp|pty|bv|sa|srl)\.?$/i;

/**
 * The customers of a ledger by what identifies them. Of several that fit, the first counts: give those first that
 * paid last.
 */
export class CustomerIdentities {
  private readonly byId = new Map<string, KnownCustomer>();
  private readonly byEmail = new Map<string, KnownCustomer>();
  private readonly byName = new Map<string, KnownCustomer>();
  private readonly byCompany = new Map<string, KnownCustomer>();

  /**
   * @param books the ledger's name
   * @param paidBefore ids of customers by a payer's email address, lower case: from accepted matches
   */
  constructor(
    customers: Iterable<KnownCustomer>,
    private readonly paidBefore: ReadonlyMap<string, string>,
    private readonly books: string,
  ) {
    for (const customer of customers) {
      this.byId.set(customer.id, customer);
      for (const email of emailsOf(customer)) addFirst(this.byEmail, email, customer);
      for (const name of namesOf(customer)) {
        addFirst(this.byName, nameKey(name), customer);
        addFirst(this.byCompany, companyKey(name), customer);
      }
    }
  }

  /** @returns the customer of a payer, a new one, or null where nothing is known of the payer. */
  of(payer: Payer): ReceiptCustomer | null {
    return this.known(payer) ?? newCustomer(payer, this.books);
  }

  private known(payer: Payer): ReceiptCustomer | null {
    for (const email of emailsOf(payer)) {
      const found = this.byEmail.get(email);
      if (found) return toReceiptCustomer(found, `Same email address in ${this.books}`);
    }
    for (const email of emailsOf(payer)) {
      const found = this.byId.get(this.paidBefore.get(email) ?? "");
      if (found) return toReceiptCustomer(found, "Matched with this customer before");
    }
    for (const name of namesOf(payer)) {
      const found = this.byName.get(nameKey(name));
      if (found) return toReceiptCustomer(found, `Same name in ${this.books}`);
    }
    for (const email of emailsOf(payer)) {
      const domain = mailDomain(email);
      const found = isPrivateDomain(domain) && this.byCompany.get(domainLabel(domain));
      if (found) return toReceiptCustomer(found, `Paid from an address at ${domainLabel(domain)}`);
    }
    return null;
  }
}

function toReceiptCustomer({ id, name, email }: KnownCustomer, reason: string): ReceiptCustomer {
  return { Id: id, name, email, is_new: false, reason };
}

function newCustomer({ name, email }: Payer, books: string): ReceiptCustomer | null {
  // QuickBooks refuses a colon, which separates a customer from its jobs.
  const display = (name || email).replaceAll(":", " ").replace(/\s+/g, " ").trim();
  if (display === "") return null;
  const cut = display.slice(0, CUSTOMER_NAME_LENGTH).trim();
  return { Id: null, name: cut, email, is_new: true, reason: `New customer in ${books}` };
}

function emailsOf({ email, profile }: Pick<Payer, "email" | "profile">): string[] {
  const all = [email, ...(profile?.emails ?? [])].map((each) => each.trim().toLowerCase());
  return all.filter((each) => each.includes("@"));
}

function namesOf({ name, profile }: Pick<Payer, "name" | "profile">): string[] {
  return [name, ...(profile?.names ?? [])].filter((each) => nameKey(each) !== "");
}

/** Equal for names that differ in case, accents, spaces and punctuation only. */
function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "");
}

/** "Blue Harbor, Inc." as its domain would have it. */
function companyKey(name: string): string {
  return nameKey(name.replace(LEGAL_FORM, ""));
}

function addFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (key !== "" && !map.has(key)) map.set(key, value);
}

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
  const ledger = await requireLedger(ctx);
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
  const found = await customersOf(ctx, ledger, name, "fresh");
  const chosen = found.find(({ id }) => id === Id);
  if (chosen) return chosen;
  const message = `This customer isn't in ${providerName(ledger.provider)}. Search again.`;
  throw new UnusableInputError(message, { fields: { customer: message } });
}
