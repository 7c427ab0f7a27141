type Text = string | null | undefined;

/** What a provider or file knows of a customer. What is unknown is left out. */
export interface CustomerProfile {
  /** The provider's own id of the customer. */
  id?: string;
  /** Company, person, billing, cardholder and print-on-check names, the best known first. */
  names?: string[];
  /** The customer at the top, of a job or sub-customer. */
  parent?: string;
  emails?: string[];
  /** As written. */
  phones?: string[];
}

/**
 * A profile without blanks and repetitions. Several addresses in one text are separated, as QuickBooks
 * keeps them ("a@example.com, b@example.com").
 * @returns null when nothing is known.
 */
export function customerProfile(known: {
  id?: Text;
  names?: Text[] | undefined;
  parent?: Text;
  emails?: Text[] | undefined;
  phones?: Text[] | undefined;
}): CustomerProfile | null {
  const id = known.id?.trim();
  const parent = known.parent?.trim();
  const names = distinct(known.names);
  const emails = distinct(known.emails?.flatMap((text) => text?.split(/[\s,;]+/)));
  const phones = distinct(known.phones);
  const profile: CustomerProfile = {
    ...(id && { id }),
    ...(names.length > 0 && { names }),
    ...(parent && { parent }),
    ...(emails.length > 0 && { emails }),
    ...(phones.length > 0 && { phones }),
  };
  return Object.keys(profile).length > 0 ? profile : null;
}

/** "Ann Lee" of given and family name. */
export function personName(given: Text, family: Text): string {
  return [given?.trim(), family?.trim()].filter(Boolean).join(" ");
}

/**
 * The customer at the top of QuickBooks' full name: "Alpine Dental" of "Alpine Dental:Clinic:Room 2".
 * @returns undefined for a customer who belongs to no other.
 */
export function topCustomer(fullName: Text): string | undefined {
  const colon = fullName?.indexOf(":") ?? -1;
  return colon > 0 ? fullName?.slice(0, colon) : undefined;
}

function distinct(texts: Text[] = []): string[] {
  return [...new Set(texts.flatMap((text) => text?.trim() || []))];
}
