import type { PaymentInput } from "@/matching/engine/contract";
import type { Books } from "../../books";
import {
  businessDayFrom,
  lastOfMonth,
  monthName,
  Sessions,
  startOfMonth,
  yearOf,
} from "../../calendar";
import type { Random } from "../../random";
import { addCharge, addReceipt, type ChargeRow } from "../rows";
import type { Lease, Naming, Share } from "./leases";
import type { RentRates } from "./payers";

/** What a payment is for. */
export interface Item {
  subject: "rent" | "parking" | "late fee" | "application fee" | "security deposit";
  /** Minor units. */
  amount: number;
  month: number;
}

/** How this manager's two systems are set up. */
export interface Office {
  naming: Naming;
  /** Rows carry what both sides keep on the customer. */
  profiles: boolean;
  /** The portal prints a confirmation number. */
  portal: boolean;
}

const BETWEEN_SESSIONS = { from: 6, to: 16 } as const;
const DAYS_TO_RECEIPT = [
  [0, 50],
  [1, 30],
  [2, 12],
  [3, 8],
] as const;

/** Writes rents as charges and as payments in the books. */
export class RentLedger {
  private readonly sessions: Sessions;
  private readonly confirmations = new Map<ChargeRow, string>();
  private checkNumber = 318;
  private confirmation = 48_213;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: RentRates,
    private readonly office: Office,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
  }

  /** @param request amount in minor units */
  charge(
    lease: Lease,
    share: Share,
    { day, month, amount }: { day: number; month: number; amount: number },
  ): ChargeRow {
    const { random, rates, office } = this;
    const { payer, account } = share;
    const unit = random.chance(rates.unitOnLine[office.naming]);
    const named = !random.chance(rates.lineNameMissing);
    const mailed = random.chance(named ? rates.lineEmail : rates.lineEmailWithoutName);
    this.confirmation += random.between(1, 40);
    const printed = office.portal && random.chance(rates.portalNumberOnLine);
    const number = String(this.confirmation);
    const text = unit ? this.unitText(lease, month) : this.idleText(month);
    const charge = addCharge(this.books, random, rates, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: account.index,
        among: unit ? undefined : payer.accounts,
        name: named ? payer.onCard : undefined,
        email: mailed ? payer.email : undefined,
        profile:
          office.profiles && random.chance(rates.linesWithProfile) ? payer.profile : undefined,
      },
      description: printed ? `${text} (conf. ${number})` : text,
      descriptionShows: unit,
      numbers: printed ? [number] : [],
    });
    if (office.portal) this.confirmations.set(charge, number);
    return charge;
  }

  /** A payment in the books. @param request amount in minor units */
  receive(
    lease: Lease,
    share: Share,
    charge: ChargeRow | undefined,
    { day, item, amount }: { day: number; item: Item; amount: number },
  ): PaymentInput {
    const { random, rates, office } = this;
    const named = !random.chance(rates.paymentNameMissing);
    const byUnit = office.naming !== "tenants";
    const payer = byUnit && random.chance(rates.payerInNote);
    const number = charge && this.confirmations.get(charge);
    const copied = number !== undefined && random.chance(rates.portalNumberInBooks);
    return addReceipt(this.books, {
      day: this.bookedOn(lease, day, item),
      currency: "USD",
      amount,
      shown: {
        customer: share.account.index,
        name: named ? share.account.inBooks : undefined,
        email: !byUnit && random.chance(rates.paymentEmail) ? share.payer.email : undefined,
        profile: office.profiles && named ? share.account.profile : undefined,
      },
      reference: copied ? number : this.idleReference(),
      note: this.note(share, item, payer),
      noteShows: payer,
      numbers: copied ? [number] : [],
    });
  }

  /** In the books only. */
  payByCheck(lease: Lease, share: Share, month: number): void {
    const { random, office } = this;
    this.checkNumber += random.between(1, 9);
    const check = String(this.checkNumber);
    const item: Item = { subject: "rent", amount: share.rent, month };
    const day = startOfMonth(month) + share.payDay - 1;
    addReceipt(this.books, {
      day: this.bookedOn(lease, day, item),
      currency: "USD",
      amount: share.rent,
      shown: {
        customer: share.account.index,
        name: share.account.inBooks,
        profile: office.profiles ? share.account.profile : undefined,
      },
      reference: random.chance(0.7) ? check : undefined,
      note: random.chance(0.75)
        ? random.pick([`Check ${check}`, "check", this.subjectOf(item)])
        : undefined,
    });
  }

  private unitText({ unit: { building, label } }: Lease, month: number): string {
    return this.random.pick([
      `Rent - ${building} ${label}`,
      `${building} #${label}, ${monthName(startOfMonth(month))} rent`,
      `${building} / Unit ${label}`,
    ]);
  }

  private idleText(month: number): string {
    const day = startOfMonth(month);
    return this.random.pick([
      "Online rent payment",
      "Rent",
      `${monthName(day)} rent`,
      `Rent ${monthName(day)} ${yearOf(day)}`,
      "Payment",
    ]);
  }

  private note({ payer }: Share, item: Item, namesPayer: boolean): string | undefined {
    const { random, rates } = this;
    const { given, family } = payer.name;
    const subject = this.subjectOf(item);
    if (namesPayer) {
      return random.pick([`${subject} - ${family}`, `${given} ${family}`, `${family}, ${subject}`]);
    }
    // What isn't rent is always said, because the accounts differ.
    if (item.subject !== "rent") return subject;
    return random.chance(rates.noted) ? subject : undefined;
  }

  private subjectOf({ subject, month }: Item): string {
    const day = startOfMonth(month);
    if (subject !== "rent") return subject.charAt(0).toUpperCase() + subject.slice(1);
    const name = monthName(day);
    return this.random.pick([`${name} rent`, `Rent ${name} ${yearOf(day)}`, "Rent"]);
  }

  private idleReference(): string | undefined {
    const { random } = this;
    if (!random.chance(0.25)) return undefined;
    return random.pick(["ACH", "card", "online", "portal"]);
  }

  /** Only what is due every month has a due date. */
  private bookedOn({ unit }: Lease, day: number, { month, subject }: Item): number {
    const { random, rates } = this;
    const received = businessDayFrom(day + random.weighted(DAYS_TO_RECEIPT));
    if (!random.chance(rates.habitual)) return received;
    if (unit.habit === "sessions") return this.sessions.after(day);
    if (unit.habit === "month_end") return lastOfMonth(day);
    const due = unit.habit === "due_date" && (subject === "rent" || subject === "parking");
    return due ? startOfMonth(month) : received;
  }
}
