import type { DepositLine, Integration } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { planInvoicePayment as contract } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { MoneyError, parseDecimal, sumMinor, toDecimal } from "@/lib/money";
import { providerName, requireLedger, sourceName } from "@/server/connections/find";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { plannedOnInvoices } from "@/server/matches/read-invoices";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { requireNoneSuggested } from "@/server/posting/recorded-elsewhere/suggestions";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import { decideLines, processorReference, requireLines } from "./decide-lines";
import { createdLater } from "./decide-receipt";
import { type PaymentPlan, planPayments } from "./store-decisions";

type Input = BodyOf<typeof contract>;

/** A part of a charge and the open invoice that it pays. Amounts in minor units. */
interface Application {
  invoice: { providerId: string; number: string; customerName: string; customerId: string };
  customerEmail: string;
  amount: number;
}

/**
 * Plans to receive a charge on open invoices of one customer; posting creates the payment. What the charge has more
 * becomes the customer's credit, if the user says so.
 * @throws NotFoundError (deposit, line or invoice); ConflictError when no accounting software is connected, or the line is
 *   decided, posted or being posted, its payout may be in the books already, or an invoice is no longer open; UnusableInputError when the amounts don't fit.
 */
export async function decideInvoicePayment(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; status: DepositStatus }> {
  const { deposit_id, replace } = input;
  const named = { deposit_id, line_ids: [input.line_id], replace };
  await requireLines(db(ctx), ctx, named);
  const ledger = await requireLedger(ctx);
  return decideLines(ctx, named, async (tx, { deposit, lines: [line] }) => {
    if (line?.kind !== "charge" || line.gross <= 0n) {
      throw new UnusableInputError("Only a charge can be received on an invoice.");
    }
    await requireNoneSuggested(tx, ctx, deposit.id);
    const applications = await requireInvoices(tx, ctx, ledger, deposit, input.invoices);
    const plan = invoicePlan(deposit, line, applications, {
      keepCredit: input.keep_credit ?? false,
      ledger: wordsOf(ledger.provider),
    });
    const [, second] = plan.invoices;
    if (takesOneInvoice(ledger) && (second || plan.credit > 0)) {
      throw new UnusableInputError(
        `${providerName(ledger.provider)} records a payment against one invoice, for its whole amount. Record this one there, then sync.`,
      );
    }
    await planPayments(tx, ctx, ledger, [plan]);
    return `${plan.texts[0]} will be recorded when this deposit posts.`;
  });
}

function takesOneInvoice({ provider }: Integration): boolean {
  return getLedger(provider).capabilities.paidInvoices === "one";
}

async function requireInvoices(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Integration,
  { currency }: DepositWithLines,
  chosen: Input["invoices"],
): Promise<Application[]> {
  const ids = [...new Set(chosen.map(({ Id }) => Id))];
  if (ids.length < chosen.length) {
    throw new UnusableInputError("An invoice is listed twice. Enter one amount for it.");
  }
  const found = await tx.ledgerInvoice.findMany({
    where: { companyId: ctx.companyId, integrationId: ledger.id, providerId: { in: ids } },
  });
  const invoices = new Map(found.map((invoice) => [invoice.providerId, invoice]));
  const planned = await plannedOnInvoices(tx, ctx, ledger);
  const books = providerName(ledger.provider);
  return chosen.map(({ Id, amount: text }) => {
    const invoice = invoices.get(Id);
    if (!invoice) {
      throw new NotFoundError(`This invoice isn't in ${books}. Sync and try again.`);
    }
    const name = invoiceName(invoice);
    if (invoice.state !== "open") {
      throw new ConflictError(
        "payment_unavailable",
        `${name} is no longer open in ${books}. Choose another invoice.`,
      );
    }
    if (invoice.currency !== currency) {
      throw new UnusableInputError(
        `${name} is in ${invoice.currency}, and this charge is in ${currency}. Choose another invoice.`,
      );
    }
    const amount = positiveAmount(text, currency);
    const left = Number(invoice.balance) - (planned.get(Id) ?? 0);
    if (amount > left) {
      throw new UnusableInputError(
        left > 0
          ? `${name} has only ${toDecimal(left, currency)} left to pay.`
          : `${name} is paid by another charge already. Choose another invoice.`,
      );
    }
    return { invoice, customerEmail: invoice.customerEmail, amount };
  });
}

function positiveAmount(text: string, currency: string): number {
  try {
    const amount = parseDecimal(text, currency);
    if (amount > 0) return amount;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  const message = "Enter an amount above zero for each invoice.";
  throw new UnusableInputError(message, { fields: { invoices: message } });
}

/** @throws UnusableInputError when the invoices are of several customers, or more or less than the charge. */
function invoicePlan(
  deposit: DepositWithLines,
  line: DepositLine,
  applications: Application[],
  { keepCredit, ledger }: { keepCredit: boolean; ledger: LedgerWords },
): PaymentPlan {
  const { currency } = deposit;
  const [first, ...others] = applications;
  if (!first) throw new UnusableInputError("Choose an invoice first.");
  const { customerId: id, customerName: name } = first.invoice;
  if (others.some(({ invoice }) => invoice.customerId !== id)) {
    throw new UnusableInputError("One payment can't pay invoices of two customers.");
  }
  const amount = Number(line.gross);
  const credit = amount - sumMinor(applications.map((each) => each.amount));
  if (credit < 0) {
    throw new UnusableInputError(
      `The invoices take ${toDecimal(-credit, currency)} more than this charge. Enter less.`,
    );
  }
  if (credit > 0 && !keepCredit) {
    throw new UnusableInputError(
      `${toDecimal(credit, currency)} more than the invoices. Keep it as a credit of ${name}, or choose another invoice.`,
    );
  }
  const reference = processorReference(line);
  return {
    ...{ deposit, lines: [line], kind: "Payment", date: dateText(line.date), amount, credit },
    ...{ item: null, taxCode: null, class: null, reference },
    customer: { id, name, email: first.customerEmail },
    note: `${sourceName(deposit.integration.provider, deposit.integration.displayName)} ${reference}`,
    invoices: applications.map(({ invoice, amount: paid }) => ({
      invoiceId: invoice.providerId,
      number: invoice.number,
      amount: paid,
    })),
    texts: invoiceTexts(line, applications, { amount, credit, currency, ledger }),
  };
}

function invoiceTexts(
  line: DepositLine,
  applications: Application[],
  {
    amount,
    credit,
    currency,
    ledger,
  }: { amount: number; credit: number; currency: string; ledger: LedgerWords },
): string[] {
  const name = applications[0]?.invoice.customerName ?? "";
  const numbers = applications.map(({ invoice }) => invoice.number || invoice.providerId);
  const on = `${numbers.length === 1 ? "invoice" : "invoices"} ${numbers.join(", ")}`;
  const texts = [`Payment of ${formatAmount(toDecimal(amount, currency))} by ${name} on ${on}`];
  const payer = line.customerName;
  if (payer && payer.toLowerCase() !== name.toLowerCase()) {
    texts.push(
      `The charge names ${payer}; ${on} ${numbers.length === 1 ? "belongs" : "belong"} to ${name}`,
    );
  }
  if (credit > 0)
    texts.push(`${formatAmount(toDecimal(credit, currency))} stays as a credit of ${name}`);
  return [...texts, createdLater(ledger)];
}

function invoiceName({ number, providerId, customerName }: Application["invoice"]): string {
  return `Invoice ${number || providerId} of ${customerName}`;
}
