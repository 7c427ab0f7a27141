import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
import {
  asTyped,
  drawFamilyName,
  drawPerson,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  shortGiven,
  UniqueNames,
  withoutMarks,
  written,
} from "../../names/contacts";
import { ALIKE } from "../../names/lists";
import type { Random, Weighted } from "../../random";
import type { Habits } from "./habits";

export interface Payer {
  name: PersonName;
  /** As typed online, and as the terminal reads it. */
  onCard: string;
  atTerminal: string;
  email: string;
  brand: string;
  lastFour: string;
  /** What the processor keeps on the payer. */
  profile: CustomerProfile;
}

export interface Patient {
  index: number;
  name: PersonName;
  chart: string;
  household: Household;
  /** The customer in the books; several patients share one where it is the guarantor. */
  inBooks: string;
  profile: CustomerProfile;
  /** Patients whom the customer's name in the books may mean. */
  mayBe: readonly number[];
}

export interface Household {
  /** The first pays; a second may have the HSA card. */
  payers: Payer[];
  patients: Patient[];
  /** Numbers of the patients. */
  indices: number[];
  /** Minor units. */
  copay: number;
  /** Position in the practice's list of insurers. */
  insurer: number;
}

const INSURERS_OF_PEOPLE = ["Delta Dental", "Aetna", "Cigna", "MetLife", "Guardian", "BCBS"];
const INSURERS_OF_ANIMALS = ["Trupanion", "Nationwide Pet", "Embrace Pet"];
const PETS = "Bella Max Luna Charlie Daisy Milo Rocky Coco Oscar Ginger Pepper Shadow Ziggy Olive";
const BRANDS: Weighted<string> = [
  ["Visa", 55],
  ["MC", 27],
  ["Amex", 10],
  ["Disc", 8],
];
/** Children or animals of a household. */
const CHILDREN: Weighted<number> = [
  [1, 36],
  [2, 40],
  [3, 18],
  [4, 6],
];
/** A grown-up patient alone, a couple, a family; by trade. */
const COMPOSITIONS = {
  dental: { alone: 45, couple: 18, family: 37 },
  therapy: { alone: 72, couple: 8, family: 20 },
  pediatrics: { alone: 0, couple: 0, family: 100 },
  veterinary: { alone: 0, couple: 0, family: 100 },
};
const OTHER_SURNAME = 0.2;
const ALIKE_SHARE = 0.1;
const TWO_ADULTS = 0.55;
const FIRST_CHART = 10_210;

export function insurersOf({ trade }: Habits): readonly string[] {
  return trade === "veterinary" ? INSURERS_OF_ANIMALS : INSURERS_OF_PEOPLE;
}

export function initialsOf({ given, family }: PersonName): string {
  return `${given.charAt(0)}. ${family.charAt(0)}.`;
}

/** Makes households, one after the other; patients are numbered from 0. */
export class Households {
  private count = 0;
  private readonly taken = new UniqueNames();
  private readonly guarantors = new UniqueNames();
  private readonly byInitials = new Map<string, number[]>();

  constructor(
    private readonly random: Random,
    private readonly habits: Habits,
  ) {}

  make(): Household {
    const { random, habits } = this;
    const composition = random.weighted(COMPOSITIONS[habits.trade]);
    const first = drawPerson(random);
    const names: PersonName[] = [];
    const payers = [this.payer(first)];
    if (composition !== "family" || (habits.trade === "dental" && random.chance(0.5))) {
      names.push(first);
    }
    if (composition === "couple" || (composition === "family" && random.chance(TWO_ADULTS))) {
      const second = { ...drawPerson(random), ...this.surname(first.family) };
      payers.push(this.payer(second));
      if (composition === "couple") names.push(second);
    }
    if (composition === "family") names.push(...this.children(first.family));
    const household: Household = {
      payers,
      patients: [],
      indices: [],
      copay: random.pickSkewed(habits.copays),
      insurer: random.between(0, insurersOf(habits).length - 1),
    };
    const guarantor = this.guarantors.take(this.guarantor(first), this.count);
    for (const name of names) this.addPatient(household, name, guarantor);
    return household;
  }

  private children(family: string): PersonName[] {
    const { random, habits } = this;
    const animals = habits.trade === "veterinary";
    const surname = animals ? { family } : this.surname(family);
    const alike = random.chance(ALIKE_SHARE) ? random.pick(ALIKE) : [];
    const count = random.weighted(CHILDREN);
    const names = new Set<string>(animals ? [] : alike.slice(0, count));
    while (names.size < count) {
      names.add(animals ? random.pick(PETS.split(" ")) : drawPerson(random).given);
    }
    return [...names].map((given) => ({ given, ...surname }));
  }

  private surname(family: string): { family: string } {
    return { family: this.random.chance(OTHER_SURNAME) ? drawFamilyName(this.random) : family };
  }

  private addPatient(household: Household, name: PersonName, guarantor: string): void {
    const { random, habits } = this;
    const index = this.count++;
    const chart = String(FIRST_CHART + index * 3 + random.between(0, 2));
    const shared = habits.naming === "guarantors";
    const inBooks = shared ? guarantor : this.patientInBooks(name, chart, guarantor, index);
    const [payer] = household.payers;
    const initials = initialsOf(name);
    const sameInitials = this.byInitials.get(initials) ?? [];
    this.byInitials.set(initials, sameInitials);
    sameInitials.push(index);
    household.indices.push(index);
    household.patients.push({
      index,
      name,
      chart,
      household,
      inBooks,
      mayBe: shared ? household.indices : habits.naming === "initials" ? sameInitials : [index],
      profile: {
        id: String(shared ? 40 + (household.indices[0] ?? 0) : 40 + index),
        names: [inBooks],
        ...(habits.naming === "jobs" ? { parent: guarantor } : {}),
        ...(payer && random.chance(0.6) ? { emails: [payer.email] } : {}),
        ...(payer && random.chance(0.5) ? { phones: payer.profile.phones } : {}),
      },
    });
  }

  private guarantor(name: PersonName): string {
    const { random, habits } = this;
    if (habits.naming === "jobs") return `${name.family}, ${name.given}`;
    return random.chance(0.3) ? `${name.family}, ${name.given}` : written(name);
  }

  private patientInBooks(name: PersonName, chart: string, guarantor: string, index: number) {
    const { random, habits } = this;
    const called = {
      ...name,
      given: random.chance(0.12) ? shortGiven(name.given, random) : name.given,
    };
    const lastFirst = `${called.family}, ${called.given}`;
    const text = {
      plain: written(called),
      last_first: lastFirst,
      chart: `${lastFirst} (${chart})`,
      initials: initialsOf(name),
      jobs: `${guarantor}:${called.given}`,
      guarantors: guarantor,
    }[habits.naming];
    return this.taken.take(text, index);
  }

  private payer(name: PersonName): Payer {
    const { random, habits } = this;
    const email = `${mailbox(name, random)}@${publicHost(random)}`;
    const upper = withoutMarks(written(name)).toUpperCase();
    const slashed = withoutMarks(`${name.family}/${name.given}`).toUpperCase();
    return {
      name,
      onCard: asTyped(name, random),
      atTerminal: habits.slashedNames ? slashed : upper,
      email,
      brand: random.weighted(BRANDS),
      lastFour: String(random.between(1000, 9999)),
      profile: {
        id: processorId("cus_", random).slice(0, 18),
        names: [written(name)],
        emails: [email],
        phones: [phoneNumber(random)],
      },
    };
  }
}
