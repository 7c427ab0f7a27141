import { dateInZone } from "@/lib/dates";
import { distinctNumbers, type FieldNumber, numbersInText } from "@/lib/shop-numbers";
import { customerProfile } from "@/matching/engine/customer-profile";
import type { DetailedTransaction, SourceLine } from "@/server/providers/types";
import { isConversion, meaningOf } from "./event-codes";
import { type Details, readDetails } from "./schemas";
import type { Part, Withdrawal } from "./withdrawals";

/** Our kinds for what is no transaction of PayPal's own. */
const CARRIED_OVER = "carried_over";
const WITHDRAWAL_FEE = "withdrawal_fee";
const OPENING_BALANCE = "opening_balance";

/** The ids whose details {@link toLines} needs: of the transactions, and of what they belong to. */
export function idsOf({ parts }: Withdrawal): string[] {
  const rows = parts.flatMap(({ row, converted }) => [row ?? [], converted ?? []].flat());
  return [...new Set(rows.flatMap(({ providerId, reference }) => [providerId, reference]))].filter(
    (id) => id !== "",
  );
}

/**
 * A withdrawal's lines, which add up to what the bank receives. @param detailed the transactions of {@link idsOf}.
 * @param timeZone the company's, in which the moment of a transaction is a day
 */
export function toLines(
  { row: withdrawal, parts }: Withdrawal,
  detailed: readonly DetailedTransaction[],
  timeZone: string,
): SourceLine[] {
  const byKey = new Map(detailed.map((row) => [row.key, row]));
  const byId = new Map<string, Details>();
  for (const { providerId, details } of detailed) {
    const known = readDetails(details);
    // Of several with one id, the one that names the payer.
    if (!byId.get(providerId)?.name) byId.set(providerId, known);
  }
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const { row } = part;
    const facts = factsOf(part, { byKey, byId });
    const id =
      part.is === "whole" && row
        ? row.providerId
        : `${row?.providerId ?? withdrawal.providerId}-${part.is}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return {
      providerId: count === 1 ? id : `${id}-${count}`,
      ...facts,
      date: dateInZone((row ?? withdrawal).happenedAt, timeZone),
      ...{ gross: part.gross, fee: part.fee, net: part.net },
      currency: withdrawal.currency,
      feePredicted: false,
      ...(part.firstPaidIn !== undefined && { firstPaidIn: part.firstPaidIn }),
      raw: {
        event_code: row?.kind ?? "",
        created: Math.floor((row ?? withdrawal).happenedAt.getTime() / 1000),
        ...(row && {
          transaction_id: row.providerId,
          status: row.status,
          reference: row.reference,
        }),
        ...(part.is !== "whole" && { part: part.is }),
      },
    };
  });
}

type Facts = Pick<
  SourceLine,
  | "kind"
  | "providerKind"
  | "description"
  | "customerName"
  | "customerEmail"
  | "customer"
  | "reference"
  | "numbers"
  | "chargeId"
  | "paid"
>;

interface Known {
  byKey: ReadonlyMap<string, DetailedTransaction>;
  byId: ReadonlyMap<string, Details>;
}

const NOTHING = { customerName: "", customerEmail: "", customer: null, numbers: [] };

function factsOf(part: Part, known: Known): Facts {
  const { row, is } = part;
  if (row === null || is === "fee") {
    return { ...NOTHING, ...ownKind(is), reference: row?.providerId ?? "" };
  }
  if (is === "kept" || is === "rest") {
    const description =
      is === "kept"
        ? `Part of ${row.providerId} that stays in PayPal until the next transfer`
        : `Part of ${row.providerId} that stayed in PayPal from the transfer before`;
    const reference = ids(row.providerId);
    return { ...NOTHING, kind: "reserve", providerKind: CARRIED_OVER, description, reference };
  }
  return transactionFacts(part.converted ?? row, row, known);
}

function ownKind(is: Part["is"]): Pick<Facts, "kind" | "providerKind" | "description"> {
  if (is === "fee") {
    return {
      kind: "fee",
      providerKind: WITHDRAWAL_FEE,
      description: "Fee of the instant transfer",
    };
  }
  if (is === "opening") {
    const description = "Balance in PayPal before the first imported transaction";
    return { kind: "other", providerKind: OPENING_BALANCE, description };
  }
  const description = "Transferred ahead of what came in";
  return { kind: "reserve", providerKind: CARRIED_OVER, description };
}

/** @param source whose facts they are: the customer's own payment, where `row` is what it was converted into. */
function transactionFacts(
  source: Part["row"] & object,
  row: Part["row"] & object,
  known: Known,
): Facts {
  const { kind, name } = meaningOf(source.kind, source.amount);
  const own = readDetails(known.byKey.get(source.key)?.details);
  const related = known.byId.get(source.reference);
  const payer = own.name || own.email ? own : (related ?? own);
  const isPayment = kind === "charge";
  const words = [own.subject, own.note].find((text) => text !== "") ?? "";
  return {
    kind,
    providerKind: source.kind,
    description: isPayment && words ? words : name,
    customerName: isConversion(source.kind) ? "" : payer.name,
    customerEmail: isConversion(source.kind) ? "" : payer.email,
    customer: isConversion(source.kind) ? null : profile(payer),
    reference: ids(source.providerId, row.providerId, source.reference),
    numbers: numbersOf(own, related),
    chargeId: isPayment ? source.providerId : source.reference,
    ...(source !== row && { paid: { amount: source.amount, currency: source.currency } }),
  };
}

function profile({ payerId, names, email, phone }: Details) {
  return customerProfile({ id: payerId, names, emails: [email], phones: [phone] });
}

function ids(...all: string[]): string {
  return [...new Set(all.filter((id) => id !== ""))].join(" ");
}

/** The shop's numbers, of a refund or dispute also those of its payment. */
function numbersOf(own: Details, related: Details | undefined): FieldNumber[] {
  const found = [own, ...(related ? [related] : [])].flatMap(
    ({ invoice, custom, subject, note }) => [
      ...(invoice ? [{ field: "invoice_id", value: invoice }] : []),
      ...(/^\S{1,64}$/.test(custom) ? [{ field: "custom_field", value: custom }] : []),
      ...numbersInText(`${subject} ${note}`).map((value) => ({ field: "description", value })),
    ],
  );
  return distinctNumbers(found);
}
