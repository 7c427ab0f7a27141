import type { DepositLine } from "@/generated/prisma/client";
import type { EvidenceView } from "@/lib/contracts/match-views";
import { toDecimal } from "@/lib/money";
import type { OpenInvoice } from "@/server/matches/open-invoices";

/** Shorter numbers stand in too many texts. */
const MIN_NUMBER_LENGTH = 3;

type Line = Pick<DepositLine, "gross" | "currency" | "reference" | "description">;

/** An invoice with the facts that speak for it, in words. */
export interface FittingInvoice extends OpenInvoice {
  evidence: EvidenceView[];
  /** The charge names its number, or it is the customer's: reason enough to look before anything else is created. */
  isLikely: boolean;
}

/** Open invoices by what a line may say of them. Built once for many lines. */
export class InvoiceFacts {
  private readonly byNumber = new Map<string, OpenInvoice[]>();
  private readonly byCustomer = new Map<string, OpenInvoice[]>();
  private readonly byAmount = new Map<number, OpenInvoice[]>();

  /** @param invoices of one currency */
  constructor(invoices: readonly OpenInvoice[]) {
    for (const each of invoices) {
      const { number, customerId } = each;
      const key = number.toLowerCase();
      if (key.length >= MIN_NUMBER_LENGTH) add(this.byNumber, key, each);
      if (customerId !== "") add(this.byCustomer, customerId, each);
      add(this.byAmount, each.left, each);
    }
  }

  /**
   * The invoices that a line may pay, best first: those that it names, those of its customer, those of its amount.
   * @param customerId of the line's customer in the ledger; null where it is not known
   */
  fitting(line: Line, customerId: string | null): FittingInvoice[] {
    const gross = Number(line.gross);
    const named = new Set(numbersIn(line).flatMap((number) => this.byNumber.get(number) ?? []));
    const own = new Set(customerId === null ? [] : (this.byCustomer.get(customerId) ?? []));
    const equal = new Set(this.byAmount.get(gross) ?? []);
    const all = [...new Set([...named, ...own, ...equal])];
    const rank = (each: OpenInvoice) =>
      Number(named.has(each)) * 4 + Number(own.has(each)) * 2 + Number(equal.has(each));
    return all
      .sort((a, b) => rank(b) - rank(a) || a.txnDate.getTime() - b.txnDate.getTime())
      .map((each) => ({
        ...each,
        isLikely: named.has(each) || own.has(each),
        evidence: [
          ...(named.has(each)
            ? [fact("reference", `The charge names invoice ${each.number}`)]
            : []),
          ...(own.has(each) ? [fact("customer", `Same customer: ${each.customerName}`)] : []),
          fact("amount", amountText(gross, each.left, line.currency)),
        ],
      }));
  }
}

function numbersIn({ reference, description }: Line): string[] {
  const words = `${reference} ${description}`.toLowerCase().split(/[^\p{Letter}\p{Number}-]+/u);
  return [...new Set(words)];
}

function amountText(gross: number, left: number, currency: string): string {
  if (gross === left) return "Exact amount";
  const open = toDecimal(left, currency);
  return gross < left
    ? `A part of the open ${open} ${currency}`
    : `Only ${open} ${currency} are open`;
}

function fact(field: string, text: string): EvidenceView {
  return { field, level: "fact", weight: 0, text };
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
