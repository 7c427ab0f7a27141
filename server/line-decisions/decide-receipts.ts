import { createHash } from "node:crypto";
import type { DepositLine, Prisma } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  previewReceipts as contract,
  planReceipts as planReceiptsContract,
  ReceiptPreview,
} from "@/lib/contracts/receipts";
import { counted } from "@/lib/counted";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import { providerOfWire } from "@/lib/providers/list";
import { receiptTax } from "@/server/connections/company-facts";
import { findLedger, requireLedger, sourceName } from "@/server/connections/find";
import type { ListChoice } from "@/server/connections/ledger-lists";
import { receiptObstacle } from "@/server/connections/payment-account";
import { readReceiptDefaults } from "@/server/connections/receipt-settings";
import { toFirstOffer } from "@/server/deposits/line-offer";
import { loadOfferFacts } from "@/server/deposits/line-origins";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import {
  bankedLines,
  depositedLines,
  toSettlementDeposit,
} from "@/server/deposits/settlement-rows";
import { openDeposit } from "@/server/matches/load-open-rows";
import { rematch, requestRematch } from "@/server/matches/rematch";
import { findCandidates, isCurrent } from "@/server/matches/run-engine";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { planThenWrite, type Read, readerOf } from "@/server/platform/with-company-lock";
import { undecidedExisting } from "@/server/posting/recorded-elsewhere/suggestions";
import { loadToday } from "@/server/work/company";
import { loadLedgerWords, wordsOf } from "@/server/work/ledger-words";
import { loadIdentities } from "./customer-identities";
import { proposeReceipt, receiptKind, toReceiptPlan } from "./decide-receipt";
import { InvoiceFacts, openInvoices } from "./open-invoices";
import { type PaymentPlan, planPayments } from "./store-decisions";

/** From this probability on, a payment in the books may be the line's, and a receipt would record it twice. */
const MAY_BE_IN_BOOKS = 0.2;

/** What a preview shows, with the lines that it is about. */
interface Preview {
  view: ReceiptPreview;
  missing: ReadonlyMap<number, MissingLine>;
  books: Parameters<typeof isCurrent>[2];
}

/**
 * The receipts that all missing lines of a payout or a period would get. Lines that are in the bank or on a Deposit
 * already, or whose payout may be, that a payment or an open invoice may explain, or that were put aside, are left to a person. Nothing is stored.
 * @throws NotFoundError; UnusableInputError for too many lines.
 */
export async function previewReceipts(
  ctx: CompanyContext,
  selection: Selection,
): Promise<ReceiptPreview> {
  return (await loadPreview(readerOf(ctx), ctx, selection)).view;
}

/** All that it rests on is read after the versions of the books, so that {@link isCurrent} holds for it too. */
async function loadPreview(
  read: Read,
  ctx: CompanyContext,
  selection: Selection,
): Promise<Preview> {
  const { missing, candidates, books } = await findCandidates(read, ctx, async (tx) => {
    const found = await loadMissingLines(tx, ctx, selection);
    return { missing: found, lineIds: found.map(({ line }) => line.id) };
  });
  const known = await read((tx) => loadFacts(tx, ctx, missing));
  if ("obstacle" in known) {
    return { view: viewOf([], [], known.obstacle), missing: new Map(), books };
  }
  const { identities, existing, offered, tax, ledger, connected, ...facts } = known;
  const doubts: Doubts = { candidates, ledger, ...facts };
  const rows: ReceiptPreview["rows"] = [];
  const leftOut: ReceiptPreview["left_out"] = [];
  const unset = new Set<string>();
  const untaxed = new Set<string>();
  const deposits = new Set(missing.map(({ deposit }) => deposit));
  const booked = new Map(
    [...deposits].map((each) => {
      const inBank = bankedLines(each.findings, ledger);
      const deposited = depositedLines(each.findings, ledger);
      return [each, (id: number) => existing.get(each.id) ?? inBank(id) ?? deposited(id)];
    }),
  );
  for (const { deposit, line } of missing) {
    const defaults = readReceiptDefaults(deposit.integration.settings);
    const receipt = proposeReceipt(line, defaults, identities);
    if (!receipt) continue;
    const facts = { deposit_id: deposit.id, line_id: line.id, description: line.description };
    const reason =
      booked.get(deposit)?.(line.id) ??
      (reasonToLeave(line, receipt.customer?.Id ?? null, doubts) ||
        receiptObstacle(connected, deposit) ||
        notForReceipts(line, offered, ledger));
    if (reason) {
      const amount = toWireDecimal(Number(line.gross), line.currency);
      leftOut.push({ ...facts, amount, currency: line.currency, reason });
    } else {
      if (!receipt.item)
        unset.add(sourceName(deposit.integration.provider, deposit.integration.displayName));
      if (!receipt.tax_code)
        untaxed.add(sourceName(deposit.integration.provider, deposit.integration.displayName));
      rows.push({ ...facts, receipt });
    }
  }
  const missingOf = (what: string, from: ReadonlySet<string>) =>
    from.size === 0 ? "" : `Choose a ${what} for receipts from ${[...from].join(" and ")} first.`;
  const obstacle =
    missingOf("product or service", unset) ||
    (tax === null ? "" : missingOf(`${tax} code`, untaxed));
  return {
    view: viewOf(rows, leftOut, obstacle),
    missing: new Map(missing.map((each) => [each.line.id, each])),
    books,
  };
}

/** What the proposals rest on, or that no ledger is connected. */
async function loadFacts(tx: Tx, ctx: CompanyContext, missing: readonly MissingLine[]) {
  const ledger = await findLedger(ctx, tx);
  if (!ledger) {
    const { name } = await loadLedgerWords(ctx, tx);
    return { obstacle: `${name} isn't connected. Connect it first.` };
  }
  const lines = missing.map(({ line }) => line);
  const invoices = new Map<string, InvoiceFacts>();
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const open = await openInvoices(tx, ctx, ledger, { currency });
    invoices.set(currency, new InvoiceFacts(open));
  }
  const depositIds = [...new Set(missing.map(({ deposit }) => deposit.id))];
  return {
    identities: await loadIdentities(tx, ctx, ledger, lines),
    existing: await undecidedExisting(tx, ctx, depositIds),
    offered: await loadOfferFacts(
      tx,
      ctx,
      lines.map(({ id }) => id),
    ),
    invoices,
    tax: receiptTax(ledger),
    ledger: wordsOf(ledger.provider),
    connected: ledger,
    today: new Date(await loadToday(ctx, tx)),
  };
}

/** What may explain a line better than a receipt. */
interface Doubts {
  candidates: ReadonlyMap<number, readonly { probability: number }[]>;
  /** By currency. */
  invoices: Map<string, InvoiceFacts>;
  today: Date;
  ledger: LedgerWords;
}

/** Why a line is left to a person, for the user; empty when it isn't. */
function reasonToLeave(line: DepositLine, customerId: string | null, doubts: Doubts): string {
  if (line.waitUntil !== null && line.waitUntil > doubts.today) {
    return line.waitNote ? `Postponed: ${line.waitNote}` : "Postponed";
  }
  let possible = 0;
  for (const { probability } of doubts.candidates.get(line.id) ?? []) possible += probability;
  if (possible >= MAY_BE_IN_BOOKS) {
    return `A payment in ${doubts.ledger.name} comes close. Look at it first.`;
  }
  if (line.kind !== "charge") return "";
  const fitting = doubts.invoices.get(line.currency)?.fitting(line, customerId) ?? [];
  const invoice = fitting.find(({ isLikely }) => isLikely);
  if (!invoice) return "";
  const number = invoice.number || invoice.providerId;
  return `Invoice ${number} of ${invoice.customerName} is open: receive the payment instead.`;
}

/** Why another answer than a receipt is offered first for a line, for the user; empty where a receipt is. */
function notForReceipts(
  line: DepositLine,
  offered: Awaited<ReturnType<typeof loadOfferFacts>>,
  { name }: LedgerWords,
): string {
  const { first, book_to } = toFirstOffer(
    { ...line, ...offered(line.id), noReceipt: false },
    "missing",
  );
  if (first === "create_receipt") return "";
  if (first === "look") return `This payout may be in ${name} already. Look at it first.`;
  return book_to
    ? `It takes back what was booked to ${book_to.Name}. Book it there.`
    : "Choose an account, or decide it on its deposit.";
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
 * @throws NotFoundError; ConflictError when no accounting software is connected, or the preview would show something else
 *   now; UnusableInputError when nothing is missing or no product or service was chosen.
 */
export async function decideReceipts(
  ctx: CompanyContext,
  { token, selection }: BodyOf<typeof planReceiptsContract>,
): Promise<ResponseOf<typeof planReceiptsContract>> {
  const ledger = await requireLedger(ctx);
  const preview = (read: Read) => loadPreview(read, ctx, selection);
  const { planned, pending } = await planThenWrite(
    ctx,
    preview,
    async (tx, { view, missing, books }) => {
      if (!(await isCurrent(tx, ctx, books))) return null;
      if (view.token !== token) {
        throw new ConflictError(
          "changed_meanwhile",
          "Something has changed since the preview. Check it again.",
        );
      }
      if (view.obstacle) throw new UnusableInputError(view.obstacle);
      if (view.count === 0) throw new UnusableInputError("Nothing is missing here.");
      const plans = view.rows.flatMap((row) => {
        const found = missing.get(row.line_id);
        return found
          ? [toPlan(found, row.receipt, receiptTax(ledger), wordsOf(ledger.provider))]
          : [];
      });
      await planPayments(tx, ctx, ledger, plans);
      const depositIds = [...new Set(plans.map(({ deposit }) => deposit.id))];
      return {
        result: { planned: plans.length, pending: await requestRematch(tx, ctx, depositIds) },
      };
    },
  );
  const statuses = await rematch(ctx, pending);
  const matched = statuses.filter((status) => status === "matched").length;
  return {
    message: `${counted(planned, "receipt")} planned`,
    planned,
    matched,
    open: statuses.length - matched,
  };
}

function toPlan(
  { deposit, line }: MissingLine,
  receipt: ReceiptPreview["rows"][number]["receipt"],
  tax: string | null,
  ledger: LedgerWords,
): PaymentPlan {
  const { customer, date, memo } = receipt;
  const choice = {
    ...{ date, memo },
    customer: customer && { id: customer.Id ?? "", name: customer.name, email: customer.email },
    item: toChoice(receipt.item),
    taxCode: toChoice(receipt.tax_code),
    class: toChoice(receipt.class),
  };
  return toReceiptPlan(deposit, [line], choice, tax, ledger);
}

function toChoice(named: { Id: string; Name: string } | null): ListChoice | null {
  return named && { id: named.Id, name: named.Name };
}

/** More than anyone reads through at once. */
const MAX_LINES = 2_000;

/** One payout, or a period of one processor. */
type Selection = BodyOf<typeof contract>;

/** A line that no payment and no account explains. */
interface MissingLine {
  deposit: DepositWithLines;
  line: DepositLine;
}

/**
 * The lines of open deposits that nothing explains yet, and that a receipt could record.
 * @throws NotFoundError for an unknown deposit; UnusableInputError for half a period, and for too many lines.
 */
async function loadMissingLines(
  tx: Tx,
  ctx: CompanyContext,
  selection: Selection,
): Promise<MissingLine[]> {
  const { companyId } = ctx;
  const deposits = await tx.deposit.findMany({
    where: { companyId, ...openDeposit, ...(await chosen(tx, ctx, selection)) },
    include: {
      integration: true,
      lines: {
        orderBy: { id: "asc" },
        include: { matchedLines: { where: { live: true }, select: { matchId: true } } },
      },
    },
    orderBy: [{ txnDate: "asc" }, { id: "asc" }],
  });
  const missing = deposits.flatMap((deposit) => {
    const sums = new Map(toSettlementDeposit(deposit).lines.map((line) => [line.id, line]));
    return deposit.lines
      .filter(
        (line) =>
          receiptKind(line) !== null &&
          line.matchedLines.length === 0 &&
          (line.kind === "charge" || sums.get(line.id)?.accountId === null),
      )
      .map((line) => ({ deposit, line }));
  });
  if (missing.length > MAX_LINES) {
    throw new UnusableInputError(
      `More than ${MAX_LINES.toLocaleString("en-US")} lines are missing. Choose a shorter period.`,
    );
  }
  return missing;
}

async function chosen(
  tx: Tx,
  ctx: CompanyContext,
  selection: Selection,
): Promise<Prisma.DepositWhereInput> {
  const { deposit_id, from, to, source } = selection;
  if (deposit_id !== undefined) {
    const { id } = await requireDeposit(tx, ctx, deposit_id);
    return { id };
  }
  if (!from || !to || !source) {
    throw new UnusableInputError("Choose a payout, or a period and a payment processor.");
  }
  return {
    txnDate: { gte: new Date(from), lte: new Date(to) },
    integration: { provider: providerOfWire(source).id },
  };
}
