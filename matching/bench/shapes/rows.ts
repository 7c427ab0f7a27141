import type {
  CustomerProfile,
  FieldNumber,
  LineInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { type Books, type LineRef, processorId } from "../books";
import { feeOf } from "../fees";
import type { RowFacts } from "../model";
import type { Random } from "../random";

/** What a row shows of the customer behind it. */
export interface Shown {
  customer: number;
  /** Customers that it may belong to; see `RowFacts.among`. */
  among?: readonly number[] | undefined;
  name?: string | undefined;
  email?: string | undefined;
  profile?: CustomerProfile | undefined;
  /** Name and address say nothing: a collective customer, a stranger at the counter. */
  anonymous?: boolean | undefined;
}

/** Shares of lines without the processor's id, fee or net. */
export interface LineRates {
  lineReferenceMissing: number;
  lineFeeMissing: number;
  lineNetMissing: number;
}

export interface ChargeRequest {
  day: number;
  currency: string;
  /** Minor units, positive. */
  amount: number;
  shown: Shown;
  description?: string | undefined;
  /** The description says who the customer is. */
  descriptionShows?: boolean | undefined;
  /** Put behind the processor's id. */
  reference?: string | undefined;
  /** The shop's own numbers by the field of the charge that carries them. */
  fields?: FieldNumber[] | undefined;
  /** Identities that description, reference and fields show. */
  numbers?: readonly string[] | undefined;
}

export interface ChargeRow extends LineRef {
  request: ChargeRequest;
  /** The processor's id, also where the line hides it. */
  chargeId: string;
}

export function addCharge(
  books: Books,
  random: Random,
  rates: LineRates,
  request: ChargeRequest,
): ChargeRow {
  const { day, currency, amount, shown, description, descriptionShows = false } = request;
  const chargeId = processorId("ch_3", random);
  const fee = feeOf(amount, currency);
  const hidden = random.chance(rates.lineReferenceMissing);
  const references = [...(hidden ? [] : [chargeId]), ...(request.numbers ?? [])];
  const line: LineInput = {
    id: "",
    type: "charge",
    date: "",
    amount,
    ...who(shown),
    ...(random.chance(rates.lineFeeMissing) ? {} : { fee }),
    ...(random.chance(rates.lineNetMissing) ? {} : { net: amount - fee }),
    ...(description === undefined ? {} : { description }),
    ...(request.fields === undefined ? {} : { numbers: request.fields }),
  };
  const reference = [hidden ? "" : chargeId, request.reference ?? ""].join(" ").trim();
  if (reference !== "") line.reference = reference;
  const facts = factsOf(shown, references, descriptionShows);
  const ref = books.addLine(currency, day, line, fee, facts);
  return { ...ref, request, chargeId };
}

/** Money given back for a charge; the processor keeps its fee. `amount` is positive. */
export function addRefund(books: Books, charge: ChargeRow, day: number, amount: number): LineRef {
  const { shown, currency } = charge.request;
  const line: LineInput = {
    id: "",
    type: "refund",
    date: "",
    amount: -amount,
    net: -amount,
    description: "REFUND FOR PAYMENT",
    reference: charge.chargeId,
    ...who(shown),
  };
  return books.addLine(currency, day, line, 0, factsOf(shown, [charge.chargeId]));
}

export interface ReceiptRequest {
  day: number;
  currency: string;
  /** Minor units, signed. */
  amount: number;
  shown: Shown;
  reference?: string | undefined;
  note?: string | undefined;
  /** The note says who the customer is. */
  noteShows?: boolean | undefined;
  /** Identities that reference and note show. */
  numbers?: readonly string[] | undefined;
  type?: string | undefined;
}

/** A payment in the books. */
export function addReceipt(books: Books, request: ReceiptRequest): PaymentInput {
  const { day, currency, amount, shown, reference, note, noteShows = false } = request;
  const { entity: customerName, ...rest } = who(shown);
  const payment: PaymentInput = {
    id: "",
    date: "",
    amount,
    currency,
    ...(customerName === undefined ? {} : { customerName }),
    ...rest,
    ...(reference === undefined ? {} : { reference }),
    ...(note === undefined ? {} : { note }),
    type: request.type ?? (amount < 0 ? "RefundReceipt" : "Payment"),
  };
  return books.addPayment(day, payment, factsOf(shown, request.numbers ?? [], noteShows));
}

function who({ name, email, profile }: Shown): Pick<LineInput, "entity" | "email" | "customer"> {
  return {
    ...(name === undefined ? {} : { entity: name }),
    ...(email === undefined ? {} : { email }),
    ...(profile === undefined ? {} : { customer: profile }),
  };
}

function factsOf(shown: Shown, references: readonly string[], inText = false): RowFacts {
  const { customer, among, name, email, anonymous = false } = shown;
  const showsCustomer = (!anonymous && (name !== undefined || email !== undefined)) || inText;
  const open = among !== undefined && among.length > 1;
  return { customer, showsCustomer, references, ...(open ? { among } : {}) };
}
