import { createHash } from "node:crypto";
import type { DepositLine } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  planReceipts as planReceiptsContract,
  ReceiptPreview,
} from "@/lib/contracts/receipts";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import { LEDGER } from "@/lib/providers/list";
import { findLedger, providerName, requireIntegration } from "@/server/connections/find";
import type { ListChoice } from "@/server/connections/ledger-lists";
import { readReceiptDefaults } from "@/server/connections/receipt-settings";
import { bankedLines, depositedLines } from "@/server/deposits/line-payments";
import { rematch } from "@/server/matches/rematch";
import { findCandidates } from "@/server/matches/run-engine";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { withOutsideWork } from "@/server/platform/outside-work";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { InvoiceFacts } from "./fit-invoices";
import { loadIdentities } from "./load-identities";
import { loadMissingLines, type MissingLine, type Selection } from "./load-missing-lines";
import { openInvoices } from "./open-invoices";
import { type PaymentPlan, planPayments } from "./plan-payments";
import { todayOf } from "./postpone-line";
import { proposeReceipt } from "./propose-receipt";
import { receiptPlan } from "./receipt-plan";

const TIMEOUT_MS = 60_000;

/** From this probability on, a payment in the books may be the line's, and a receipt would record it twice. */
const MAY_BE_IN_BOOKS = 0.2;

/** What a preview shows, with the lines that it is about. */
interface Preview {
  view: ReceiptPreview;
  missing: ReadonlyMap<number, MissingLine>;
}

/**
 * The receipts that all missing lines of a payout or a period would get. Lines that are in the bank or on a Deposit
 * already, that a payment or an open invoice may explain, or that were put aside, are left to a person. Nothing is stored.
 * @throws NotFoundError; UnusableInputError for too many lines.
 */
export async function previewReceipts(
  ctx: CompanyContext,
  selection: Selection,
): Promise<ReceiptPreview> {
  const preview = await withOutsideWork(() =>
    db(ctx).$transaction((tx) => loadPreview(tx, ctx, selection), {
      timeout: TIMEOUT_MS,
      maxWait: TIMEOUT_MS,
    }),
  );
  return preview.view;
}

/** The same inside a transaction, which {@link withOutsideWork} begins. */
export async function loadPreview(
  tx: Tx,
  ctx: CompanyContext,
  selection: Selection,
): Promise<Preview> {
  const missing = await loadMissingLines(tx, ctx, selection);
  const ledger = await findLedger(ctx, tx);
  if (!ledger) return { view: viewOf([], [], NOT_CONNECTED), missing: new Map() };
  const lines = missing.map(({ line }) => line);
  const identities = await loadIdentities(tx, ctx, ledger, lines);
  const lineIds = lines.map(({ id }) => id);
  const doubts: Doubts = {
    candidates: lines.length > 0 ? await findCandidates(tx, ctx, lineIds) : new Map(),
    invoices: new Map(),
    today: new Date(await todayOf(tx, ctx)),
  };
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const open = await openInvoices(tx, ctx, ledger, { currency });
    doubts.invoices.set(currency, new InvoiceFacts(open));
  }
  const rows: ReceiptPreview["rows"] = [];
  const leftOut: ReceiptPreview["left_out"] = [];
  const unset = new Set<string>();
  const deposits = new Set(missing.map(({ deposit }) => deposit));
  const booked = new Map(
    [...deposits].map((each) => {
      const [inBank, deposited] = [bankedLines(each.findings), depositedLines(each.findings)];
      return [each, (id: number) => inBank(id) ?? deposited(id)];
    }),
  );
  for (const { deposit, line } of missing) {
    const defaults = readReceiptDefaults(deposit.integration.settings);
    const receipt = proposeReceipt(line, defaults, identities);
    if (!receipt) continue;
    const facts = { deposit_id: deposit.id, line_id: line.id, description: line.description };
    const reason =
      booked.get(deposit)?.(line.id) ?? reasonToLeave(line, receipt.customer?.Id ?? null, doubts);
    if (reason) {
      const amount = toWireDecimal(Number(line.gross), line.currency);
      leftOut.push({ ...facts, amount, currency: line.currency, reason });
    } else {
      if (!receipt.item) unset.add(providerName(deposit.integration.provider));
      rows.push({ ...facts, receipt });
    }
  }
  const obstacle =
    unset.size === 0
      ? ""
      : `Choose a product or service for receipts from ${[...unset].join(" and ")} first.`;
  return {
    view: viewOf(rows, leftOut, obstacle),
    missing: new Map(missing.map((each) => [each.line.id, each])),
  };
}

const NOT_CONNECTED = "QuickBooks isn't connected. Connect it first.";

/** What may explain a line better than a receipt. */
interface Doubts {
  candidates: ReadonlyMap<number, readonly { probability: number }[]>;
  /** By currency. */
  invoices: Map<string, InvoiceFacts>;
  today: Date;
}

/** Why a line is left to a person, for the user; empty when it isn't. */
function reasonToLeave(line: DepositLine, customerId: string | null, doubts: Doubts): string {
  if (line.waitUntil !== null && line.waitUntil > doubts.today) {
    return line.waitNote ? `Postponed: ${line.waitNote}` : "Postponed";
  }
  let possible = 0;
  for (const { probability } of doubts.candidates.get(line.id) ?? []) possible += probability;
  if (possible >= MAY_BE_IN_BOOKS) return "A payment in QuickBooks comes close. Look at it first.";
  if (line.kind !== "charge") return "";
  const fitting = doubts.invoices.get(line.currency)?.fitting(line, customerId) ?? [];
  const invoice = fitting.find(({ isLikely }) => isLikely);
  if (!invoice) return "";
  const number = invoice.number || invoice.providerId;
  return `Invoice ${number} of ${invoice.customerName} is open. Look at it first.`;
}

function viewOf(
  rows: ReceiptPreview["rows"],
  left_out: ReceiptPreview["left_out"],
  obstacle: string,
): ReceiptPreview {
  // Whatever is shown counts: other receipts than these are never planned.
  const token = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  return { token, count: rows.length, sums: sumsOf(rows), rows, left_out, obstacle };
}

function sumsOf(rows: ReceiptPreview["rows"]): ReceiptPreview["sums"] {
  const groups = new Map<string, ReceiptPreview["rows"][number]["receipt"][]>();
  for (const { receipt } of rows) {
    const key = `${receipt.kind} ${receipt.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), receipt]);
  }
  return [...groups.values()].flatMap((receipts) => {
    const [first] = receipts;
    if (!first) return [];
    const { kind, currency } = first;
    const total = sumMinor(receipts.map(({ amount }) => parseDecimal(amount, currency)));
    return [{ kind, currency, count: receipts.length, amount: toWireDecimal(total, currency) }];
  });
}

/**
 * Plans the receipts of a preview, exactly those that it showed, or none.
 * @throws NotFoundError; ConflictError when QuickBooks is not connected, or the preview would show something else
 *   now; UnusableInputError when nothing is missing or no product or service was chosen.
 */
export async function planReceipts(
  ctx: CompanyContext,
  { token, selection }: BodyOf<typeof planReceiptsContract>,
): Promise<ResponseOf<typeof planReceiptsContract>> {
  const ledger = await requireIntegration(ctx, LEDGER);
  const done = await withCompanyLock(ctx, async (tx) => {
    const { view, missing } = await loadPreview(tx, ctx, selection);
    if (view.token !== token) {
      throw new ConflictError("Something has changed since the preview. Check it again.");
    }
    if (view.obstacle) throw new UnusableInputError(view.obstacle);
    if (view.count === 0) throw new UnusableInputError("Nothing is missing here.");
    const plans = view.rows.flatMap((row) => {
      const found = missing.get(row.line_id);
      return found ? [toPlan(found, row.receipt)] : [];
    });
    await planPayments(tx, ctx, ledger, plans);
    const depositIds = [...new Set(plans.map(({ deposit }) => deposit.id))];
    await rematch(tx, ctx, depositIds);
    const matched = await tx.deposit.count({
      where: { companyId: ctx.companyId, id: { in: depositIds }, status: "matched" },
    });
    return { planned: plans.length, matched, open: depositIds.length - matched };
  });
  await enqueueDuePostings(ctx);
  const receipts = done.planned === 1 ? "1 receipt" : `${done.planned} receipts`;
  return { message: `${receipts} planned`, ...done };
}

function toPlan(
  { deposit, line }: MissingLine,
  receipt: ReceiptPreview["rows"][number]["receipt"],
): PaymentPlan {
  const { customer, date, memo } = receipt;
  return receiptPlan(deposit, [line], {
    ...{ date, memo },
    customer: customer && { id: customer.Id ?? "", name: customer.name, email: customer.email },
    item: toChoice(receipt.item),
    taxCode: toChoice(receipt.tax_code),
    class: toChoice(receipt.class),
  });
}

function toChoice(named: { Id: string; Name: string } | null): ListChoice | null {
  return named && { id: named.Id, name: named.Name };
}
