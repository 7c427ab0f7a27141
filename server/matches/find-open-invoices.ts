import type { Integration } from "@/generated/prisma/client";
import { LEDGERS } from "@/lib/providers/list";
import { append } from "@/matching/engine/collections/append";
import type {
  DepositInput,
  HistoryEntry,
  InvoiceMatch,
  LineInput,
} from "@/matching/engine/contract";
import type { InvoiceFact, LineFinding } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { Read } from "@/server/platform/with-company-lock";
import type { CachedLedger, KnownDeposit } from "./cached-ledger";
import { rankInvoices } from "./engine/threads";
import type { DescribedPlan } from "./plan-deposits";
import { type OpenInvoice, openInvoices, toInvoiceInput } from "./read-invoices";

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
  const ledger = await read((tx) => ledgerWithInvoices(tx, ctx));
  if (!ledger?.version) return plans;
  const { version } = ledger;
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

/**
 * The company's accounting software, as `findLedger` finds it, with a text that is equal while the same invoices are
 * open with the same balances; "" while none is.
 */
async function ledgerWithInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<{ id: string; version: string } | undefined> {
  const [found] = await tx.$queryRaw<{ id: string; version: string }[]>`
    SELECT x.id::text AS id, (
      SELECT coalesce(md5(string_agg(concat_ws(' ', i.id, i.balance, i.number, i.customer_name, i.txn_date), ','
          ORDER BY i.id)) || (SELECT coalesce(md5(string_agg(p.payment_id::text, ',' ORDER BY p.payment_id)), '')
            FROM planned_payments p WHERE p.company_id = ${companyId}::uuid AND p.removed_at IS NULL
              AND p.created_in_ledger_at IS NULL), '')
      FROM ledger_invoices i
      WHERE i.company_id = ${companyId}::uuid AND i.integration_id = x.id AND i.state = 'open') AS version
    FROM integrations x WHERE x.company_id = ${companyId}::uuid AND x.provider = ANY(${LEDGERS}::provider[])
      AND x.status <> 'disconnected' ORDER BY x.status, x.connected_at, x.id LIMIT 1`;
  return found;
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
