import type { DepositLine, Integration, LedgerInvoice } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { append } from "@/matching/engine/collections/append";
import type {
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  InvoiceMatch,
  LineInput,
} from "@/matching/engine/contract";
import { findLedger } from "@/server/connections/find";
import { type InvoiceFact, type LineFinding, parseCustomer } from "@/server/deposits/findings";
import { allNumbers } from "@/server/deposits/line-numbers";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { Read } from "@/server/platform/with-company-lock";
import type { CachedLedger, KnownDeposit } from "./cached-ledger";
import { rankInvoices } from "./engine/threads";
import type { DescribedPlan } from "./plan-deposits";

/** An invoice that is less likely than this is offered with the line, and not named before. */
const MIN_PROBABILITY = 0.5;

/** By line. */
type Found = ReadonlyMap<number, InvoiceFact>;

interface MissingLine {
  deposit: DepositInput;
  line: LineInput;
}

/** What this process has found for a deposit, and among which invoices. */
const known = new WeakMap<KnownDeposit, { key: string; found: Found }>();

/**
 * Names the open invoice that a line without a payment may pay. Compared are only deposits that changed, unless
 * invoices did: then all lines without a payment at once.
 */
export async function findOpenInvoices(
  read: Read,
  ctx: CompanyContext,
  plans: DescribedPlan[],
  { deposits, history }: Pick<CachedLedger, "deposits" | "history">,
): Promise<DescribedPlan[]> {
  const missing = plans.filter((plan) => missingLines(plan).length > 0);
  if (missing.length === 0) return plans;
  const { ledger, version } = await read(async (tx) => {
    const found = await findLedger(ctx, tx);
    return { ledger: found, version: found ? await invoicesVersion(tx, ctx, found) : "" };
  });
  if (!ledger || version === "") return plans;
  const keyOf = (plan: DescribedPlan) => `${version} ${missingLines(plan).join()}`;
  const changed = missing.flatMap((plan) => {
    const deposit = deposits.get(Number(plan.depositId));
    const isKnown = deposit && known.get(deposit)?.key === keyOf(plan);
    return deposit && !isKnown ? [{ plan, deposit }] : [];
  });
  const lines = changed.flatMap(({ plan, deposit }) => linesOf(deposit, missingLines(plan)));
  const found = await findInvoices(read, ctx, ledger, lines, history);
  for (const { plan, deposit } of changed) known.set(deposit, { key: keyOf(plan), found });
  return plans.map((plan) => {
    const deposit = deposits.get(Number(plan.depositId));
    const own = deposit && known.get(deposit)?.found;
    return own && plan.findings ? withInvoices(plan, own) : plan;
  });
}

function missingLines({ findings }: DescribedPlan): number[] {
  return (findings?.lines ?? []).flatMap(({ code, lineId }) =>
    code === "missing" && lineId !== null ? lineId : [],
  );
}

function linesOf({ input }: KnownDeposit, ids: readonly number[]): MissingLine[] {
  if (input === null) return [];
  const lines = (input.lines ?? []).filter(
    ({ id, amount }) => amount > 0 && ids.includes(Number(id)),
  );
  return lines.map((line) => ({ deposit: input, line }));
}

/** Equal while the same invoices are open with the same balances; "" while none is. */
async function invoicesVersion(
  tx: Tx,
  { companyId }: CompanyContext,
  { id }: Pick<Integration, "id">,
): Promise<string> {
  const rows = await tx.$queryRaw<[{ version: string }]>`
    SELECT coalesce(md5(string_agg(concat_ws(' ', i.id, i.balance, i.number, i.customer_name, i.txn_date), ','
        ORDER BY i.id)) || (SELECT coalesce(md5(string_agg(p.payment_id::text, ',' ORDER BY p.payment_id)), '')
          FROM planned_payments p WHERE p.company_id = ${companyId}::uuid AND p.removed_at IS NULL
            AND p.created_in_ledger_at IS NULL), '') AS version
    FROM ledger_invoices i
    WHERE i.company_id = ${companyId}::uuid AND i.integration_id = ${id}::uuid AND i.state = 'open'`;
  return rows[0].version;
}

async function findInvoices(
  read: Read,
  ctx: CompanyContext,
  ledger: Pick<Integration, "id">,
  lines: readonly MissingLine[],
  history: HistoryEntry[],
): Promise<Found> {
  const byCurrency = new Map<string, MissingLine[]>();
  for (const each of lines) append(byCurrency, each.deposit.currency, each);
  const found = new Map<number, InvoiceFact>();
  for (const own of byCurrency.values()) {
    const invoices = await read((tx) => openInvoices(tx, ctx, ledger, own.map(toSearched)));
    if (invoices.length === 0) continue;
    const items = own.map(
      ({ deposit, line }) => [{ deposit, line, gross: line.amount }, 1] as const,
    );
    const ranked = await rankInvoices(ctx, items, invoices.map(toInvoiceInput), history);
    const byId = new Map(invoices.map((invoice) => [String(invoice.id), invoice]));
    for (const match of ranked.toSorted((a, b) => b.probability - a.probability)) {
      const [lineId] = match.lineIds.map(Number);
      const fact = toFact(match, byId);
      if (lineId !== undefined && fact && !found.has(lineId)) found.set(lineId, fact);
    }
  }
  return found;
}

function toSearched({ deposit, line }: MissingLine) {
  return {
    currency: deposit.currency,
    gross: BigInt(line.amount),
    net: BigInt(line.net ?? line.amount),
    customerName: line.entity ?? "",
    customerEmail: line.email ?? "",
    description: line.description ?? "",
    reference: numbersOf(line),
    numbers: [],
  };
}

function toFact(
  { invoiceIds, probability }: InvoiceMatch,
  byId: ReadonlyMap<string, OpenInvoice>,
): InvoiceFact | null {
  const invoices = invoiceIds.flatMap((id) => byId.get(id) ?? []);
  const [first] = invoices;
  if (!first || probability < MIN_PROBABILITY) return null;
  return {
    quickbooksId: first.providerId,
    number: invoices.map(({ number }) => number).join(" and "),
    customer: first.customerName,
    balance: invoices.reduce((total, { left }) => total + left, 0),
  };
}

function withInvoices(plan: DescribedPlan, found: Found): DescribedPlan {
  if (!plan.findings) return plan;
  const lines = plan.findings.lines.map((line): LineFinding => {
    const invoice = line.code === "missing" ? found.get(line.lineId ?? 0) : undefined;
    return invoice ? { ...line, code: "invoice_open", invoice } : line;
  });
  return { ...plan, findings: { ...plan.findings, lines } };
}

/** An open invoice, and what planned payments leave of its balance: above 0, in minor units. */
export type OpenInvoice = LedgerInvoice & { left: number };

/** The facts of a line by which invoices are searched. Amounts in minor units. */
type SearchedLine = Pick<
  DepositLine,
  | "currency"
  | "gross"
  | "net"
  | "customerName"
  | "customerEmail"
  | "description"
  | "reference"
  | "numbers"
>;

/** So many are compared at most, and some more for each line: the engine takes a fraction of a second. */
const MOST = 1_000;
const MORE_PER_LINE = 10;
const SHORTEST_WORD = 3;

/**
 * The open invoices of a ledger, by id; of more than {@link MOST} those that lines may pay: by the digits of
 * their number, an amount, and words of their customer's name in what a line says, then the newest.
 * @param lines in one currency
 */
export async function openInvoices(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Pick<Integration, "id">,
  lines: readonly SearchedLine[],
): Promise<OpenInvoice[]> {
  const ids = await likelyInvoices(tx, ctx, ledger, lines);
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId: ctx.companyId, id: { in: ids } },
    orderBy: { id: "asc" },
  });
  return leftOfInvoices(invoices, await plannedOnInvoices(tx, ctx, ledger));
}

/** Those of which planned payments leave something open. */
export function leftOfInvoices(
  invoices: readonly LedgerInvoice[],
  planned: ReadonlyMap<string, number>,
): OpenInvoice[] {
  return invoices
    .map((invoice) => ({
      ...invoice,
      left: Number(invoice.balance) - (planned.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}

async function likelyInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  lines: readonly SearchedLine[],
): Promise<number[]> {
  const currency = lines[0]?.currency ?? "";
  const amounts = lines.flatMap(({ gross, net }) => [gross, net]);
  const texts = lines.map(textOf);
  const words = texts.flatMap(wordsIn);
  const numbers = texts.flatMap(numbersIn);
  const most = MOST + MORE_PER_LINE * lines.length;
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ledger_invoices
    WHERE company_id = ${companyId}::uuid AND integration_id = ${integrationId}::uuid
      AND state = 'open' AND currency = ${currency}
    ORDER BY
      3 * (regexp_replace(number, '[^0-9]', '', 'g') = ANY(${numbers}::text[]))::int
        + 2 * (balance = ANY(${amounts}::bigint[]) OR total = ANY(${amounts}::bigint[]))::int
        + (SELECT count(*) FROM regexp_split_to_table(
            lower(customer_name || ' ' || split_part(customer_email, '@', 1)),
            '[[:space:][:punct:]]+') AS word
          WHERE word = ANY(${words}::text[])) DESC,
      txn_date DESC, id DESC
    LIMIT ${most}`;
  return found.map(({ id }) => id);
}

function textOf(line: SearchedLine): string {
  const { customerName, customerEmail, description } = line;
  return [customerName, customerEmail, description, allNumbers(line)].join(" ").toLowerCase();
}

/** "INV-2026-0311" is 20260311, and 0311 to others. */
export function numbersIn(text: string): string[] {
  const whole = text.split(/\s+/).map(digitsOf);
  return [...whole, ...(text.match(/\d+/g) ?? [])].filter(({ length }) => length >= 3);
}

export function digitsOf(word: string): string {
  return word.replace(/\D/g, "");
}

/** Between what PostgreSQL takes for space or punctuation in any locale. */
function wordsIn(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/).filter(({ length }) => length >= SHORTEST_WORD);
}

/** What planned payments are going to pay of each invoice, by its id in the ledger; minor units. */
export async function plannedOnInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
): Promise<Map<string, number>> {
  const planned = await tx.$queryRaw<{ id: string; amount: string }[]>`
    SELECT part->>'invoiceId' AS id, sum((part->>'amount')::bigint)::text AS amount
    FROM planned_payments JOIN ledger_payments payment
      ON payment.company_id = planned_payments.company_id AND payment.id = planned_payments.payment_id,
      jsonb_array_elements(planned_payments.invoices) AS part
    WHERE planned_payments.company_id = ${companyId}::uuid
      AND payment.integration_id = ${integrationId}::uuid AND payment.state = 'planned'
    GROUP BY 1`;
  return new Map(planned.map(({ id, amount }) => [id, Number(amount)]));
}

/** Shorter ones may be on anything. */
const SHORTEST_NUMBER = 4;

/** The processor's ids of a line and the shop's own numbers, separated by spaces. */
export function numbersOf({ reference = "", numbers = [] }: LineInput): string {
  return [reference, ...numbers.map(({ value }) => value)].join(" ");
}

/** Whether two reference fields have a number or id in common. */
export function sharesNumber(left: string, right: string): boolean {
  const words = new Set(wordsOf(left));
  return wordsOf(right).some((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word.length >= SHORTEST_NUMBER);
}

/** An open invoice as the engine reads it. */
export function toInvoiceInput(invoice: OpenInvoice): InvoiceInput {
  return {
    id: String(invoice.id),
    ledgerId: invoice.providerId,
    number: invoice.number || undefined,
    date: dateText(invoice.txnDate),
    ...(invoice.dueDate && { dueDate: dateText(invoice.dueDate) }),
    amount: Number(invoice.total),
    balance: invoice.left,
    currency: invoice.currency,
    customerName: invoice.customerName,
    email: invoice.customerEmail,
    customer: parseCustomer(invoice.customer) ?? undefined,
    note: invoice.note,
  };
}
