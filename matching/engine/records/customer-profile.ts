import type { CustomerProfile } from "../contract";
import { NONE, type StringTable } from "../text/string-table";

/** What else a side knows of a record's customer, besides the name and address on the record. */
export interface KnownCustomer {
  /** The side's own id; empty for none. */
  id: string;
  /** Ids of further names in the string table. */
  names: readonly number[];
  /** Lower case. */
  emails: readonly string[];
  /** The last digits, which don't depend on the country code. */
  phones: readonly string[];
}

/** National numbers have at least so many digits. */
const PHONE_DIGITS = 8;

/** @returns null where nothing is known */
export function readProfile(
  profile: CustomerProfile | undefined,
  strings: StringTable,
): KnownCustomer | null {
  if (!profile) return null;
  const { id = "", names = [], parent, emails = [], phones = [] } = profile;
  return {
    id,
    names: [...new Set([...names, parent].map((name) => strings.internName(name)))].filter(
      (name) => name !== NONE,
    ),
    emails: emails.map((email) => email.trim().toLowerCase()).filter((email) => email !== ""),
    phones: phones
      .map((phone) => phone.replace(/\D/g, "").slice(-PHONE_DIGITS))
      .filter(({ length }) => length === PHONE_DIGITS),
  };
}

interface Customer {
  /** Id in the string table. */
  name: number;
  email: string;
  customer: KnownCustomer | null;
}

/** @returns ids of all names known of a record's customer, its own first */
export function namesOf({ name, customer }: Customer): number[] {
  return customer ? [name, ...customer.names] : [name];
}

/** @returns all addresses known of a record's customer, its own first; lower case */
export function emailsOf({ email, customer }: Customer): string[] {
  const known = customer?.emails ?? [];
  return email === "" ? [...known] : [email, ...known];
}
