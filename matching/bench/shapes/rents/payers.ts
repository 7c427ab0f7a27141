import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
import {
  asTyped,
  drawPerson,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  written,
} from "../../names/contacts";
import type { Random } from "../../random";
import { NOISE } from "../../rates";

/**
 * A manager of several buildings whose tenants pay rent online. Shares from 0 to 1, by the common
 * sense of someone who has kept such books.
 */
export const RENT_RATES = {
  ...NOISE,
  /** A small manager: some 26 online payments per unit and run make one to three years. */
  linesPerUnit: 26,
  fewestUnits: 60,
  mostUnits: 300,

  /** Every second company has only rows: the details of customers came with a later version. */
  companiesWithProfiles: 0.5,
  /** With profiles: lines of payers who have an account at the processor, not only a card. */
  linesWithProfile: 0.75,

  /** Leases paid by check or bank transfer all along: older tenants, subsidised rents. */
  paidByCheck: 0.13,
  /** Others do so once: the card expired, the portal was down. */
  paidByCheckOnce: 0.02,
  /** After the grace period, which ends on the 5th; most managers then ask for a fee. */
  late: 0.06,
  lateFee: 0.6,
  /** The fee comes with the rent, or as a charge of its own some days later. */
  lateFeeWithRent: 0.55,
  /** Two months at once, before a holiday. */
  twoMonths: 0.012,
  /** Cars in the yard, in the books mostly as an item of its own. */
  parking: 0.16,
  parkingApart: 0.6,
  /** Bank debits that bounce and are paid again within days. */
  returned: 0.01,
  /** Two clicks on "Pay"; given back at once, and never in the books. */
  doubled: 0.005,
  /** New tenants pay for the application by card too. */
  applicationFee: 0.5,
  /** The processor's fee is what the manager pays, so hardly anyone records less than the rent. */
  netRecorded: 0.008,
  /** Rents are copied from a list, so slips of the keyboard are rare. */
  transposed: 0.003,
  smallDifference: 0.003,
  /** Forgotten, or waiting with the owner's statement. */
  paymentMissing: 0.012,

  lineNameMissing: 0.04,
  lineEmail: 0.6,
  /** The portal asks for the unit where the books are kept by unit, else only a few payers say it. */
  unitOnLine: { units: 0.82, units_with_name: 0.55, tenants: 0.3 },
  /** Companies whose portal prints a confirmation number; bookkeepers copy it now and then. */
  portalNumbers: 0.4,
  portalNumberOnLine: 0.93,
  portalNumberInBooks: 0.35,
  /** Where the customer is a unit, the memo often says who paid. */
  payerInNote: 0.5,
  noted: 0.55,
  paymentNameMissing: 0.015,
  paymentEmail: 0.05,
  /** A building's way to date payments is kept this often. */
  habitual: 0.93,
  /** Couples who pay on the same day in two parts: one receipt for the unit. */
  partsTogether: 0.25,
} as const;

export type RentRates = typeof RENT_RATES;

/** Someone who pays rent: a tenant or a parent. */
export interface Payer {
  name: PersonName;
  /** As the processor shows them, mostly the name on the card. */
  onCard: string;
  email: string;
  /** What the processor keeps on them. */
  profile: CustomerProfile;
  /** Numbers of all customers in the books for whom they pay; grows as they sign leases. */
  accounts: number[];
}

function drawPayer(random: Random, family?: string): Payer {
  const drawn = drawPerson(random);
  const name = family === undefined ? drawn : { given: drawn.given, family };
  const onCard = random.chance(0.5) ? asTyped(name, random) : written(name);
  const email = `${mailbox(name, random)}@${publicHost(random)}`;
  const profile: CustomerProfile = {
    id: processorId("cus_", random).slice(0, 18),
    names: [random.chance(0.8) ? written(name) : onCard],
    ...(random.chance(0.8) ? { emails: [email] } : {}),
    ...(random.chance(0.4) ? { phones: [phoneNumber(random)] } : {}),
  };
  return { name, onCard, email, profile, accounts: [] };
}

/** Who pays which part of the rent, in hundredths; the tenants are those on the lease. */
export interface Household {
  tenants: Payer[];
  payers: { payer: Payer; part: number }[];
  /** Any one of them pays all, this month one, next month another. */
  alternating: boolean;
  /** Flatmates: each has an own name in the books where these are kept by tenant. */
  apart: boolean;
}

/** Draws tenants and those who pay for them; parents of students may pay for a second lease. */
export class Households {
  private readonly parents: Payer[] = [];

  constructor(private readonly random: Random) {}

  make(): Household {
    return this.random.weighted<() => Household>([
      [() => this.single(), 42],
      [() => this.couple(), 28],
      [() => this.flatmates(), 18],
      [() => this.student(), 12],
    ])();
  }

  private single(): Household {
    const tenant = drawPayer(this.random);
    const payers = [{ payer: tenant, part: 100 }];
    return { tenants: [tenant], payers, alternating: false, apart: false };
  }

  private couple(): Household {
    const { random } = this;
    const first = drawPayer(random);
    const second = drawPayer(random, random.chance(0.6) ? first.name.family : undefined);
    const way = random.weighted({ one: 58, alternating: 24, halves: 18 });
    const part = way === "halves" ? 50 : 100;
    const both = [first, second].map((payer) => ({ payer, part }));
    return {
      tenants: [first, second],
      payers: way === "one" ? both.slice(random.between(0, 1)).slice(0, 1) : both,
      alternating: way === "alternating",
      apart: false,
    };
  }

  private flatmates(): Household {
    const { random } = this;
    const count = random.weighted([
      [2, 50],
      [3, 35],
      [4, 15],
    ]);
    const tenants = Array.from({ length: count }, () => drawPayer(random));
    const parts = random.chance(0.65) ? tenants.map(() => 100 / count) : unequal(count);
    const payers = tenants.map((payer, i) => ({ payer, part: parts[i] ?? 0 }));
    return { tenants, payers, alternating: false, apart: random.chance(0.6) };
  }

  private student(): Household {
    const { random } = this;
    const parent = random.chance(0.2) ? this.parents.pop() : undefined;
    const payer = parent ?? drawPayer(random);
    if (!parent) this.parents.push(payer);
    const child = drawPayer(random, random.chance(0.85) ? payer.name.family : undefined);
    const whole = random.chance(0.7);
    const payers = whole
      ? [{ payer, part: 100 }]
      : [payer, child].map((each) => ({ payer: each, part: 50 }));
    return { tenants: [child], payers, alternating: false, apart: false };
  }
}

/** The largest room costs more: 55 and 45 of a hundred, and so on. */
function unequal(count: number): number[] {
  const [most, least] = [100 / count + 5, (95 - 100 / count) / (count - 1)];
  return Array.from({ length: count }, (_, i) => (i === 0 ? most : least));
}
