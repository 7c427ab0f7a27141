import { customerProfile, personName } from "@/matching/engine/customer-profile";
import type { FoundCustomer, LedgerCustomer, StoredCustomers } from "@/server/providers/ledger";
import { isFailure, type Store, type XeroApi } from "./api";
import { all, type List, only, readPage } from "./pages";
import { contact as contactSchema, listOf, type XeroContact } from "./schemas";

const CONTACTS: List<XeroContact> = {
  name: "Contacts",
  id: "ContactID",
  row: contactSchema,
};

/** By Xero's id. */
export type Customers = Map<string, LedgerCustomer>;

/** The number of ids that fit well into one address. */
const BATCH = 40;

function toCustomer(contact: XeroContact): LedgerCustomer {
  const { ContactID, Name, FirstName, LastName, EmailAddress, Phones, ContactPersons } = contact;
  const profile = customerProfile({
    names: [
      Name,
      personName(FirstName, LastName),
      ...(ContactPersons ?? []).map((each) => personName(each.FirstName, each.LastName)),
    ],
    emails: [EmailAddress, ...(ContactPersons ?? []).map((each) => each.EmailAddress)],
    phones: (Phones ?? []).map((phone) =>
      [phone.PhoneCountryCode, phone.PhoneAreaCode, phone.PhoneNumber].filter(Boolean).join(" "),
    ),
  });
  return { ...profile, id: ContactID };
}

/** Every contact, or those changed since, archived ones too. */
export async function readContacts(
  api: XeroApi,
  store: Store,
  { since, pageSize }: { since?: string | undefined; pageSize?: number | undefined } = {},
): Promise<LedgerCustomer[]> {
  const wanted = { since, query: { includeArchived: "true" } };
  return (await all(api, store, CONTACTS, wanted, pageSize)).map(toCustomer);
}

/** Adds the contacts missing from `known`, archived ones too: `stored` ones first, the others by their ids. */
export async function learnCustomers(
  api: XeroApi,
  store: Store,
  known: Customers,
  ids: Iterable<string>,
  stored?: StoredCustomers,
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !known.has(id));
  if (stored && wanted.length > 0) {
    for (const customer of await stored(wanted)) known.set(customer.id, customer);
  }
  const missing = wanted.filter((id) => !known.has(id));
  for (let start = 0; start < missing.length; start += BATCH) {
    const IDs = missing.slice(start, start + BATCH).join(",");
    const query = { IDs, includeArchived: "true" };
    for (const row of await all(api, store, CONTACTS, { query })) {
      known.set(row.ContactID, toCustomer(row));
    }
  }
}

/** Enough to choose from; a longer text narrows it down. */
const SUGGESTED = 20;

/** Active contacts whose name or email address contains the text. */
export async function searchCustomers(
  api: XeroApi,
  store: Store,
  text: string,
): Promise<FoundCustomer[]> {
  const wanted = text ? { query: { searchTerm: text } } : {};
  const asked = { wanted: { ...wanted, order: "Name ASC" }, page: 1, pageSize: SUGGESTED };
  const { rows } = await readPage(api, store, CONTACTS, asked);
  return rows.map(({ ContactID, Name, EmailAddress }) => ({
    id: ContactID,
    name: Name ?? "",
    email: EmailAddress ?? "",
  }));
}

/**
 * Creates a contact. Where the name is taken, it is the contact of that name: asked only then, because Xero repeats its
 * answer to a known key for six minutes, which says that the contact is ours.
 */
export async function createCustomer(
  api: XeroApi,
  store: Store,
  { name, email }: { name: string; email: string },
  requestId: string,
): Promise<{ customer: LedgerCustomer; created: boolean }> {
  const wanted = contactName(name);
  const body = JSON.stringify({ Name: wanted, ...(email && { EmailAddress: email }) });
  const what = "contact creation";
  try {
    const made = await api.call(
      store,
      { what, method: "PUT", path: "Contacts", body, key: requestId },
      listOf(CONTACTS.name, contactSchema),
    );
    return { customer: toCustomer(only(what, made)), created: true };
  } catch (error) {
    if (!isFailure(error, "rejected")) throw error;
    const taken = await contactNamed(api, store, wanted);
    if (!taken) throw error;
    return { customer: toCustomer(taken), created: false };
  }
}

/** Names that differ in case alone are one name to Xero. */
async function contactNamed(
  api: XeroApi,
  store: Store,
  name: string,
): Promise<XeroContact | undefined> {
  const wanted = { query: { searchTerm: name } };
  const found = await all(api, store, CONTACTS, wanted);
  return found.find((each) => each.Name?.toLowerCase() === name.toLowerCase());
}

/** Xero takes no longer name. */
const NAME_LENGTH = 255;

function contactName(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, NAME_LENGTH);
}

/** Finds or makes the contacts of processors, which spend and receive for them. */
export interface Processors {
  /** @returns the contact's id */
  contactOf(store: Store, name: string, requestId: string): Promise<string>;
  /** After a refusal: it may have been archived or merged. */
  forget(store: Store, name: string): Promise<void>;
}

export function createProcessors(api: XeroApi): Processors {
  const kept = new Map<string, string>();
  const keyOf = async (store: Store, name: string) =>
    `${(await api.credentials(store)).tenantId} ${name}`;
  return {
    async contactOf(store, name, requestId) {
      const key = await keyOf(store, name);
      const known = kept.get(key);
      if (known) return known;
      const found = await contactNamed(api, store, name);
      const id =
        found?.ContactID ??
        (await createCustomer(api, store, { name, email: "" }, `${requestId}-contact`)).customer.id;
      kept.set(key, id);
      return id;
    },
    async forget(store, name) {
      kept.delete(await keyOf(store, name));
    },
  };
}
