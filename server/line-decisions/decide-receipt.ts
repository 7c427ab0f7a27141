import type { DepositLine } from "@/generated/prisma/client";
import { capitalized } from "@/lib/capitalized";
import type { ReceiptKind } from "@/lib/constants/planned-payments";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { planReceipt as contract, LineOptions } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { isSale } from "@/lib/first-offer";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { toDecimal, toWireDecimal } from "@/lib/money";
import { receiptTax } from "@/server/connections/company-facts";
import { requireLedger, sourceName } from "@/server/connections/find";
import { requireListed } from "@/server/connections/ledger-lists";
import { receiptObstacle } from "@/server/connections/payment-account";
import {
  type ReceiptDefaults,
  readReceiptDefaults,
  toNamed,
} from "@/server/connections/receipt-settings";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { bankedLines } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { requireNoneSuggested } from "@/server/posting/recorded-elsewhere/suggestions";
import { wordsOf } from "@/server/work/ledger-words";
import { type CustomerIdentities, payerOf, requireCustomer } from "./customer-identities";
import { decideLines, processorReference, requireLines } from "./decide-lines";
import { type PaymentPlan, planPayments } from "./store-decisions";

/** The parts of a receipt that a user chooses. */
type ReceiptInput = Pick<PaymentPlan, "customer" | "item" | "taxCode" | "class" | "date"> & {
  memo: string;
};

const FOR_WHOM = { SalesReceipt: "for", RefundReceipt: "to" } as const;

export function createdLater({ name }: LedgerWords): string {
  return `Created in ${name} when this deposit posts`;
}

/**
 * One receipt over the sum of lines.
 * @param tax the one whose code it needs, by name; null: none
 * @throws UnusableInputError without a product or service or a needed tax code, and for lines that one receipt can't record.
 */
export function toReceiptPlan(
  deposit: DepositWithLines,
  lines: DepositLine[],
  { memo, ...choice }: ReceiptInput,
  tax: string | null,
  ledger: LedgerWords,
): PaymentPlan {
  const [kind, ...others] = new Set(lines.map(receiptKind));
  const [first] = lines;
  if (!kind || !first) {
    throw new UnusableInputError(
      "Only charges, refunds and disputes can get a receipt. Choose an account instead.",
    );
  }
  if (others.length > 0) {
    throw new UnusableInputError("Money in and money out can't share a receipt. Plan two.");
  }
  if (!choice.item) {
    const message = "Choose a product or service first.";
    throw new UnusableInputError(message, { fields: { item_id: message } });
  }
  if (tax !== null && !choice.taxCode) {
    const message = taxCodeMissing(tax);
    throw new UnusableInputError(message, { fields: { tax_code_id: message } });
  }
  const amount = lines.reduce((total, { gross }) => total + Number(gross), 0);
  const references = lines.map(processorReference);
  const noun = capitalized(ledger.receipts[kind].one);
  const whom = choice.customer ? ` ${FOR_WHOM[kind]} ${choice.customer.name}` : "";
  const sum = formatAmount(toDecimal(Math.abs(amount), deposit.currency));
  return {
    ...choice,
    ...{ deposit, lines, kind, amount, invoices: [], credit: 0 },
    reference: references[0] ?? "",
    note: [
      memo,
      `${sourceName(deposit.integration.provider, deposit.integration.displayName)} ${references.join(" ")}`,
    ]
      .filter(Boolean)
      .join(" · "),
    texts: [`${noun} of ${sum}${whom}`, createdLater(ledger)],
  };
}

/** For a sale without tax there is a code as well: "Exempt", "0.0% Z". */
function taxCodeMissing(tax: string): string {
  return `Choose a ${tax} code first, also for a sale without ${tax}.`;
}

type Input = BodyOf<typeof contract>;

/**
 * Plans a sales receipt or refund receipt for lines that the books do not know; posting creates it.
 * @throws NotFoundError; ConflictError when no accounting software is connected, or the lines are decided, posted, being
 *   posted, in the bank already, or perhaps on a Deposit that a user is asked about; UnusableInputError when it can't be created like this.
 */
export async function decideReceipt(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; status: DepositStatus }> {
  const found = await requireLines(db(ctx), ctx, input);
  const ledger = await requireLedger(ctx);
  const words = wordsOf(ledger.provider);
  const choice = await checkedChoice(ctx, input.receipt, found.deposit.integration.settings);
  return decideLines(ctx, input, async (tx, { deposit, lines }) => {
    const banked = lines
      .map(({ id }) => id)
      .map(bankedLines(deposit.findings, words))
      .find(Boolean);
    if (banked) throw new ConflictError("payment_unavailable", banked);
    await requireNoneSuggested(tx, ctx, deposit.id);
    const obstacle = receiptObstacle(ledger, deposit);
    if (obstacle) throw new UnusableInputError(obstacle);
    const plan = toReceiptPlan(deposit, lines, choice, receiptTax(ledger), words);
    await planPayments(tx, ctx, ledger, [plan]);
    return `${plan.texts[0]} will be recorded when this deposit posts.`;
  });
}

/** What a user chose, with the names that the ledger knows it by. The company's own defaults were checked when saved. */
async function checkedChoice(
  ctx: CompanyContext,
  receipt: Input["receipt"],
  settings: unknown,
): Promise<ReceiptInput> {
  const defaults = readReceiptDefaults(settings);
  const [items, taxCodes, classes] = [
    [defaults.item, defaults.refundItem],
    [defaults.taxCode],
    [defaults.class],
  ];
  const choose = async (
    list: Parameters<typeof requireListed>[1],
    id: string | null,
    field: string,
    known: typeof items,
  ) => known.find((each) => each?.id === id) ?? (await requireListed(ctx, list, id, field));
  return {
    customer: await requireCustomer(ctx, receipt.customer),
    item: await choose("items", receipt.item_id, "item_id", items),
    taxCode: await choose("taxCodes", receipt.tax_code_id ?? null, "tax_code_id", taxCodes),
    class: await choose("classes", receipt.class_id ?? null, "class_id", classes),
    date: receipt.date,
    memo: receipt.memo ?? "",
  };
}

type Receipt = NonNullable<LineOptions["receipt"]>;

/** The receipt that records a line: for money in, for money out, or none. */
export function receiptKind({
  kind,
  providerKind,
  gross,
}: Pick<DepositLine, "kind" | "providerKind" | "gross">): ReceiptKind | null {
  if (isSale({ kind, providerKind, gross: Number(gross) })) return "SalesReceipt";
  if (kind === "dispute_reversal") return gross > 0n ? "SalesReceipt" : null;
  if (kind === "refund" || kind === "dispute") return gross < 0n ? "RefundReceipt" : null;
  return null;
}

/**
 * The receipt that a line would get: its customer by identity, the rest from what the company chose for its
 * source.
 * @returns null for a line that no receipt can record.
 */
export function proposeReceipt(
  line: DepositLine,
  defaults: ReceiptDefaults,
  identities: CustomerIdentities,
): Receipt | null {
  const kind = receiptKind(line);
  if (!kind) return null;
  const amount = Math.abs(Number(line.gross));
  return {
    kind,
    customer: identities.of(payerOf(line)),
    item: toNamed(itemOf(kind, defaults)),
    tax_code: toNamed(defaults.taxCode),
    class: toNamed(defaults.class),
    date: dateText(line.date),
    amount: toWireDecimal(amount, line.currency),
    currency: line.currency,
    memo: defaults.memo || line.description,
    reference: processorReference(line),
  };
}

/** The product or service of a receipt, as the company chose it for a source. */
export function itemOf(kind: ReceiptKind, defaults: ReceiptDefaults) {
  return kind === "RefundReceipt" ? (defaults.refundItem ?? defaults.item) : defaults.item;
}
