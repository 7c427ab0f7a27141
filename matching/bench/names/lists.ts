import names from "./names.json";

const list = (text: string): readonly string[] => text.split(" ");

/** "Robert=Bob/Rob William=Bill": words and what belongs to them. */
const table = (text: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    list(text).map((entry) => {
      const [word = "", others = ""] = entry.split("=");
      return [word, others.split("/")];
    }),
  );

const { people, companies, contacts, firms, shoppers } = names;

/** Given and family names that go together, by how often they come up; common names first. */
export const CULTURES = people.cultures.map(
  ({ weight, given, family }) => [{ given: list(given), family: list(family) }, weight] as const,
);
/** Rare family names are made of a beginning and an end. */
export const FAMILY_BEGINNINGS = list(people.rareBeginnings);
export const FAMILY_ENDS = list(people.rareEnds);
/** Given names and how friends say them. */
export const NICKNAMES = table(people.nicknames);

export const COMPANY_FIRSTS = list(companies.firsts);
export const COMPANY_SECONDS = list(companies.trades);
export const LEGAL_FORMS = ["LLC", "Inc.", "Inc", "Ltd", "Co.", "Corp.", "GmbH", "PLLC", "LLP"];

/** Many of them are close to another one: in life siblings and colleagues are called so. */
export const GIVEN_NAMES = list(contacts.given);
/** The first of them are the commonest. */
export const FAMILY_NAMES = list(contacts.family);
export const BEGINNINGS = list(contacts.rareBeginnings);
export const ENDS = list(contacts.rareEnds);
export const SHORT_NAMES = table(contacts.shortNames);
/** Siblings' names that are easily taken for one another. */
export const ALIKE = list(contacts.siblingsAlike).map((pair) => pair.split("/"));

/** Places, things and families that firms are named after; the first are the commonest. */
export const FIRM_FIRSTS = list(firms.firsts);
export const FIRM_SECONDS = list(firms.trades);

/** Few names for many people: the first come up most. */
export const SHOPPERS = {
  given: list(shoppers.given),
  family: list(shoppers.family),
  handles: list(shoppers.handles),
};
