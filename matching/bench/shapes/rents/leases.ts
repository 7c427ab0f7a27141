import type { CustomerProfile } from "@/matching/engine/contract";
import { phoneNumber, UniqueNames, written } from "../../names/contacts";
import { drawHouse } from "../../names/firms";
import type { Random, Weighted } from "../../random";
import { type Household, Households, type Payer, type RentRates } from "./payers";

/** How the books call their customers: by unit, by unit and tenant, or by tenant. */
export type Naming = "units" | "units_with_name" | "tenants";
/** When the bookkeeper of a building dates payments. */
export type Habit = "due_date" | "received" | "sessions" | "month_end";

/** A customer in the books. */
export interface Account {
  index: number;
  inBooks: string;
  profile: CustomerProfile;
}

/** What one payer pays every month. Rent in minor units. */
export interface Share {
  payer: Payer;
  account: Account;
  rent: number;
  /** Of the month, 1 to 5. */
  payDay: number;
}

export interface Unit {
  building: string;
  label: string;
  habit: Habit;
  /** Minor units; the same for all units of its type in the building. */
  rent: number;
  /** Null: the customer changes with the lease. */
  account: Account | null;
}

export interface Lease {
  unit: Unit;
  /** First month and the one after the last. */
  from: number;
  until: number;
  shares: Share[];
  /** One of the shares pays all, in turn. */
  alternating: boolean;
  byCheck: boolean;
  /** Minor units a month, paid with the first share; 0 for none. */
  parking: number;
  /** Both halves go into the books as one. */
  together: boolean;
}

const HABITS: Readonly<Record<Habit, number>> = {
  due_date: 42,
  received: 28,
  sessions: 18,
  month_end: 12,
};
const STREETS = [
  "Alder Street",
  "Mill Road",
  "Quay Street",
  "Orchard Lane",
  "King Street",
] as const;
const TERMS: Weighted<number> = [
  [12, 62],
  [6, 12],
  [18, 10],
  [24, 16],
];
const PAY_DAYS: Weighted<number> = [
  [1, 44],
  [2, 19],
  [3, 14],
  [4, 9],
  [5, 14],
];
/** Minor units. */
const PARKING = [5_000, 7_500, 10_000] as const;

/** Makes buildings, their units and one lease after the other. */
export class Leases {
  private count = 0;
  private readonly taken = new UniqueNames();
  private readonly households: Households;
  private readonly details: Random;

  constructor(
    private readonly random: Random,
    private readonly rates: RentRates,
    private readonly naming: Naming,
  ) {
    this.households = new Households(random.fork("households"));
    this.details = random.fork("details");
  }

  units(count: number): Unit[] {
    const { random } = this;
    const units: Unit[] = [];
    while (units.length < count) {
      const building = this.taken.take(this.buildingName(), units.length + 1);
      const habit = random.weighted(HABITS);
      const base = random.between(18, 30) * 5_000;
      const rents = [
        base,
        base + random.between(4, 8) * 5_000,
        base + random.between(10, 18) * 5_000,
      ];
      const size = Math.min(count - units.length, random.between(6, 28));
      for (let i = 0; i < size; i++) {
        const label = `${1 + Math.floor(i / 6)}${"ABCDEF".charAt(i % 6)}`;
        const rent = random.pickSkewed(rents);
        const unit = { building, label, habit, rent, account: null };
        units.push({ ...unit, account: this.naming === "units" ? this.unitAccount(unit) : null });
      }
    }
    return units;
  }

  /** Leases of a unit, from a month to the last; the first of them began earlier. */
  leasesOf(unit: Unit, months: number): Lease[] {
    const { random } = this;
    const leases: Lease[] = [];
    let from = -random.between(0, 11);
    let { rent } = unit;
    while (from < months) {
      const until = from + random.weighted(TERMS);
      leases.push(this.lease({ ...unit, rent }, from, until));
      from = until + (random.chance(0.7) ? 0 : 1);
      if (random.chance(0.6)) rent += random.pick([2_500, 5_000]);
    }
    return leases.filter((lease) => lease.until > 0);
  }

  private lease(unit: Unit, from: number, until: number): Lease {
    const { random, rates } = this;
    const household = this.households.make();
    const accounts = this.accounts(unit, household);
    const payDay = random.weighted(PAY_DAYS);
    const together = random.chance(rates.partsTogether) && !household.apart;
    const apart = random.chance(0.6);
    let rest = unit.rent;
    const shares = household.payers.map(({ payer, part }, i): Share => {
      const isLast = !household.alternating && i === household.payers.length - 1;
      const share = isLast ? rest : Math.round((unit.rent * part) / 100);
      rest -= share;
      const account = accounts[i] ?? accounts[0];
      if (!account) throw new RangeError("a lease has a customer");
      if (!payer.accounts.includes(account.index)) payer.accounts.push(account.index);
      const day = apart && !together ? random.weighted(PAY_DAYS) : payDay;
      return { payer, account, rent: share, payDay: day };
    });
    return {
      unit,
      from,
      until,
      shares,
      alternating: household.alternating,
      byCheck: random.chance(rates.paidByCheck),
      parking: random.chance(rates.parking) ? random.pick(PARKING) : 0,
      together,
    };
  }

  /** One customer, or one for each flatmate. */
  private accounts(unit: Unit, { tenants, apart }: Household): Account[] {
    const [first] = tenants;
    if (unit.account || !first) return unit.account ? [unit.account] : [];
    const { family } = first.name;
    const job = `${unit.building}:${unit.label} ${family}`;
    if (this.naming === "units_with_name") return [this.account(job, tenants, unit.building)];
    if (apart) return tenants.map((tenant) => this.account(written(tenant.name), [tenant]));
    return [this.account(this.tenantInBooks(tenants), tenants)];
  }

  private tenantInBooks(tenants: readonly Payer[]): string {
    const { random } = this;
    const [first, second] = tenants.map(({ name }) => name);
    if (!first) return "Tenant";
    const pair = second?.family === first.family;
    if (second && random.chance(0.45)) {
      return pair
        ? `${first.given} & ${second.given} ${first.family}`
        : `${written(first)} & ${written(second)}`;
    }
    return random.chance(0.25) ? `${first.family}, ${first.given}` : written(first);
  }

  /** The customer of a unit outlives its tenants, so nobody writes their names into it. */
  private unitAccount({ building, label }: Pick<Unit, "building" | "label">): Account {
    return this.account(`${building}:${label}`, [], building);
  }

  private account(inBooks: string, tenants: readonly Payer[], parent?: string): Account {
    const { details } = this;
    const index = this.count++;
    const number = 57 + index;
    const [first] = tenants;
    const name = this.taken.take(inBooks, number);
    const profile: CustomerProfile = {
      id: String(number),
      names: [name, ...tenants.filter(() => details.chance(0.7)).map(({ name }) => written(name))],
      ...(parent === undefined ? {} : { parent }),
      ...(first && details.chance(0.6) ? { emails: [first.email] } : {}),
      ...(details.chance(0.3) ? { phones: [phoneNumber(details)] } : {}),
    };
    return { index, inBooks: name, profile };
  }

  private buildingName(): string {
    const { random } = this;
    if (random.chance(0.6)) return drawHouse(random).words;
    return `${random.between(2, 480)} ${random.pick(STREETS)}`;
  }
}
