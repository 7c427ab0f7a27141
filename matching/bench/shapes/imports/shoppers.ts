import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../ids";
import {
  asTyped,
  drawPerson,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  withoutMarks,
  written,
} from "../../names/contacts";
import type { Random } from "../../random";
import type { ImportRates } from "./rates";

/** How the import tool calls customers. */
export type NameForm = "plain" | "last_first" | "upper" | "truncated" | "email";

/** QuickBooks' importers cut names at this width. */
const NAME_WIDTH = 30;

export interface Shopper {
  index: number;
  onCard: string;
  inBooks: string;
  email: string;
  atProcessor: CustomerProfile;
  /** Undefined where the tool writes the name only. */
  atBooks: CustomerProfile | undefined;
}

/** Shoppers, numbered from 0, some of whom come back. */
export class ReturningShoppers {
  private readonly known: Shopper[] = [];
  /** QuickBooks' ids: the tool takes two people of one name for one customer. */
  private readonly ids = new Map<string, string>();
  private readonly details: Random;

  constructor(
    private readonly random: Random,
    private readonly rates: ImportRates,
    private readonly form: NameForm,
  ) {
    this.details = random.fork("profiles");
  }

  next(): Shopper {
    const { random, rates, known } = this;
    if (known.length > 20 && random.chance(rates.returning)) return random.pick(known);
    const shopper = this.make();
    known.push(shopper);
    return shopper;
  }

  private make(): Shopper {
    const { random, rates, details } = this;
    const index = this.known.length;
    const name = drawPerson(random);
    const recipient = random.chance(rates.gift) ? drawPerson(random) : name;
    const email = `${mailbox(name, random)}@${publicHost(random)}`;
    const form = random.chance(rates.nameAsTool) ? this.form : "plain";
    const onCard = random.chance(0.4) ? asTyped(name, random) : written(name);
    const inBooks = nameAs(form, recipient, email);
    const phone = phoneNumber(details);
    const id = this.ids.get(inBooks) ?? String(57 + index);
    this.ids.set(inBooks, id);
    return {
      index,
      onCard,
      inBooks,
      email,
      atProcessor: {
        ...(details.chance(rates.guests) ? {} : { id: processorId("cus_", details).slice(0, 18) }),
        names: [onCard],
        ...(details.chance(0.6) ? { emails: [email] } : {}),
        ...(details.chance(0.3) ? { phones: [phone] } : {}),
      },
      atBooks: details.chance(rates.booksProfile)
        ? {
            id,
            names: [inBooks],
            ...(details.chance(0.6) ? { emails: [email] } : {}),
            ...(details.chance(0.4) ? { phones: [phone] } : {}),
          }
        : undefined,
    };
  }
}

/** A name as the tool writes it into the books. */
export function nameAs(form: NameForm, name: PersonName, email: string): string {
  const forms: Readonly<Record<NameForm, () => string>> = {
    plain: () => written(name),
    last_first: () => withoutMarks(`${name.family}, ${name.given}`).toUpperCase(),
    upper: () => withoutMarks(written(name)).toUpperCase(),
    truncated: () => `${written(name)} - ${email}`,
    email: () => email,
  };
  return forms[form]().slice(0, NAME_WIDTH).trimEnd();
}
