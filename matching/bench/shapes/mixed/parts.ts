import type { Books } from "../../books";
import type { Random } from "../../random";
import type { Shown } from "../rows";
import type { Client } from "./clients";
import type { Desk } from "./desk";
import type { MixedRates } from "./rates";

/** What each line of business works with. */
export interface Parts {
  books: Books;
  random: Random;
  rates: MixedRates;
  desk: Desk;
  profiles: boolean;
}

/** A person of the client, as the line shows them. */
export function payerOf(client: Client, { random, rates, profiles }: Parts): Shown {
  const payer = random.pickSkewed(client.payers);
  const { words, form } = client.firm;
  const firm = random.chance(rates.lineNamesFirm) ? `${words} ${form}`.trim() : payer.onCard;
  const named = !random.chance(rates.lineNameMissing);
  const mailed = random.chance(named ? rates.lineEmail : rates.lineEmailWithoutName);
  return {
    customer: client.index,
    name: named ? firm : undefined,
    email: mailed ? payer.email : undefined,
    profile: profiles && random.chance(rates.linesWithProfile) ? payer.atProcessor : undefined,
  };
}
