import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../ids";
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

export function drawPayer(random: Random, family?: string): Payer {
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
    const way = random.weighted([
      ["one", 58],
      ["alternating", 24],
      ["halves", 18],
    ]);
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
