import { addCharge, addReceipt } from "../rows";
import { type Desk, NOBODY, shortDate } from "./desk";
import { PRACTICE_RATES as RATES } from "./habits";
import { type Household, insurersOf, type Patient } from "./households";

interface Claim {
  patient: Patient;
  visitDay: number;
}

const DAYS_TO_ANSWER = 9;
const CLAIMS_PER_PAYMENT = 7;
/** Insurers that pay by virtual card, of a practice that takes such cards. */
const BY_CARD = 0.5;
/** Claims that the insurer answers to the practice; other patients are paid back themselves. */
const PAID_TO_PRACTICE = 0.55;
/** An insurer pays about once a week. */
const PAYS_TODAY = 0.2;
/** Memos of payments that name the insurer, and rows that show the explanation of benefits. */
const INSURER_IN_MEMO = 0.85;
const NUMBER_ON_LINE = 0.5;
const NUMBER_IN_MEMO = 0.35;
const DAYS_TO_POSTING = [
  [0, 55],
  [1, 25],
  [2, 12],
  [4, 8],
] as const;

/** Insurers, each with the claims that wait for its answer. */
export class Insurers {
  private readonly all: {
    name: string;
    byCard: boolean;
    index: number;
    insured: number[];
    claims: Claim[];
  }[];
  private notice = 880_412;

  constructor(
    private readonly desk: Desk,
    households: readonly Household[],
  ) {
    const { random, habits } = desk;
    this.all = insurersOf(habits).map((name, i) => ({
      name,
      byCard: habits.virtualCards && random.chance(BY_CARD),
      index: NOBODY + 1 + i,
      insured: households.filter(({ insurer }) => insurer === i).flatMap(({ indices }) => indices),
      claims: [],
    }));
  }

  file(patient: Patient, visitDay: number): void {
    if (!this.desk.random.chance(PAID_TO_PRACTICE)) return;
    this.all[patient.household.insurer]?.claims.push({ patient, visitDay });
  }

  /** Pays what is due: by one card for several patients, or by a transfer that no processor sees. */
  pay(day: number): void {
    const { random } = this.desk;
    for (const insurer of this.all) {
      const due = insurer.claims.filter(({ visitDay }) => visitDay <= day - DAYS_TO_ANSWER);
      if (due.length === 0 || !random.chance(PAYS_TODAY)) continue;
      const paid = due.slice(0, CLAIMS_PER_PAYMENT).map((claim) => {
        return { ...claim, amount: random.between(3_500, 42_000) };
      });
      insurer.claims.splice(0, paid.length);
      if (insurer.byCard) this.payByCard(insurer, paid, day);
      else
        for (const { patient, amount } of paid) this.transfer(insurer.name, patient, day, amount);
    }
  }

  private payByCard(
    { name, index, insured }: { name: string; index: number; insured: number[] },
    paid: readonly (Claim & { amount: number })[],
    day: number,
  ): void {
    const { random, books, habits } = this.desk;
    const [first] = paid;
    if (!first) return;
    this.notice += random.between(3, 60);
    const eob = String(this.notice);
    const printed = random.chance(NUMBER_ON_LINE);
    const whole = habits.insurerAsCustomer;
    const charge = addCharge(books, random, RATES, {
      day,
      currency: "USD",
      amount: paid.reduce((sum, { amount }) => sum + amount, 0),
      shown: whole
        ? { customer: index, name: name.toUpperCase() }
        : { customer: first.patient.index, among: insured, name: name.toUpperCase() },
      description: printed ? `Virtual card, EOB ${eob}` : "Virtual card payment",
      numbers: printed ? [eob] : [],
    });
    if (random.chance(RATES.sumMissing)) return;
    const posted = day + random.weighted(DAYS_TO_POSTING);
    const told = random.chance(NUMBER_IN_MEMO);
    const text = random.chance(INSURER_IN_MEMO) ? `${name} VCC` : "ins pmt";
    if (whole) {
      const amount = charge.gross;
      const shown = { customer: index, name };
      const note = told ? `EOB ${eob}` : `${paid.length} patients`;
      const numbers = told ? [eob] : [];
      const payment = addReceipt(books, {
        day: posted,
        currency: "USD",
        amount,
        shown,
        note,
        numbers,
      });
      books.group("one_to_one", [charge], [payment]);
      return;
    }
    const payments = paid.map(({ patient, visitDay, amount }) => {
      const tail = told ? ` EOB ${eob}` : ` DOS ${shortDate(visitDay)}`;
      return addReceipt(books, {
        day: posted,
        currency: "USD",
        amount,
        shown: { customer: patient.index, among: patient.mayBe, name: patient.inBooks },
        note: `${text}${random.chance(0.5) || told ? tail : ""}`,
        numbers: told ? [eob] : [],
      });
    });
    books.group(payments.length > 1 ? "insurer_card" : "one_to_one", [charge], payments);
  }

  private transfer(insurer: string, patient: Patient, day: number, amount: number): void {
    const { random, books, habits } = this.desk;
    const method = random.pick(["EFT", "check"]);
    const payment = addReceipt(books, {
      day,
      currency: "USD",
      amount,
      shown: { customer: patient.index, among: patient.mayBe, name: patient.inBooks },
      note: random.chance(INSURER_IN_MEMO) ? `${insurer} ${method}` : `ins ${method}`,
    });
    if (habits.methods) payment.method = method;
  }
}
