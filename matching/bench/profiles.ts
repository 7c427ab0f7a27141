import type { CustomerProfile, LineInput, PaymentInput } from "@/matching/engine/contract";
import type { Random } from "./random";

/** What the two systems hold of a customer beside the name and address on a row. */
export interface ProfileFacts {
  index: number;
  /** Billing and cardholder names at the processor. */
  billingNames: readonly string[];
  /** Display, company and person names, and the name on checks, in QuickBooks. */
  bookNames: readonly string[];
  email: string;
  phone: string;
}

/** Shares, 0 to 1, of rows or customers for which a field is filled in. */
const FILLED = {
  processorCustomer: 0.6,
  billingName: 0.7,
  accountEmail: 0.5,
  processorPhone: 0.3,
  bookName: 0.8,
  booksEmail: 0.35,
  booksPhone: 0.3,
} as const;

/** Fills in `customer` of rows; has a stream of its own, so that the rows stay the same without it. */
export class Profiles {
  /** Ids by customer; the processor assigns a new one at each sign-up. */
  private readonly processorIds = new Map<number, string>();

  constructor(private readonly random: Random) {}

  /** `guest`: the processor keeps no customer, so there is no id and no account. */
  fillLine(line: LineInput, facts: ProfileFacts, guest: boolean): void {
    const { random } = this;
    const profile: CustomerProfile = {};
    if (!guest && random.chance(FILLED.processorCustomer)) {
      profile.id = this.processorId(facts.index);
      if (random.chance(FILLED.accountEmail)) profile.emails = [facts.email];
    }
    if (random.chance(FILLED.billingName)) profile.names = [random.pick(facts.billingNames)];
    if (random.chance(FILLED.processorPhone)) profile.phones = [facts.phone];
    if (Object.keys(profile).length > 0) line.customer = profile;
  }

  /** Only payments with a customer of their own in the books. */
  fillPayment(payment: PaymentInput, facts: ProfileFacts): void {
    const { random } = this;
    const profile: CustomerProfile = { id: String(57 + facts.index) };
    if (random.chance(FILLED.bookName)) profile.names = [...facts.bookNames];
    if (random.chance(FILLED.booksEmail)) profile.emails = [facts.email];
    if (random.chance(FILLED.booksPhone)) profile.phones = [facts.phone.replaceAll(" ", "")];
    payment.customer = profile;
  }

  private processorId(index: number): string {
    let id = this.processorIds.get(index);
    if (id === undefined || this.random.chance(0.04)) {
      id = `cus_${this.random.between(36 ** 7, 36 ** 8 - 1).toString(36)}`;
      this.processorIds.set(index, id);
    }
    return id;
  }
}
