import type { ContactInput } from "./inputs";
import { invalid } from "./refusals";
import { type Contact, type Desk, mintUuid } from "./state";

/** `PUT /Contacts`. @throws XeroRefusal for a name that an active contact has */
export function createContact(desk: Desk, input: ContactInput): Contact {
  if (!input.Name) throw invalid("The contact name must be specified.");
  if (input.ContactID) return saveContact(desk, input);
  if (named(desk, input.Name)) {
    throw invalid(
      `The contact name ${input.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  }
  return added(desk, input, input.Name);
}

/** `POST /Contacts`: changes the contact of that id or name, or creates one. */
export function saveContact(desk: Desk, input: ContactInput): Contact {
  const { ContactID, Name, EmailAddress, ContactStatus } = input;
  const known = ContactID
    ? desk.books.contacts[ContactID.toLowerCase()]
    : Name && named(desk, Name);
  if (ContactID && !known) throw invalid("The specified contact could not be found");
  if (!known) return createContact(desk, input);
  const changes = {
    ...(Name ? { name: Name } : {}),
    ...(EmailAddress === undefined ? {} : { email: EmailAddress }),
    ...(ContactStatus ? { status: ContactStatus } : {}),
  };
  const isChanged = Object.entries(changes).some(
    ([field, value]) => known[field as keyof typeof changes] !== value,
  );
  if (isChanged) Object.assign(known, changes, { updated: desk.now.toISOString() });
  return known;
}

/**
 * The contact that a document names: by id, whose other fields are overwritten by what is sent along, or by name,
 * which makes one where there is none.
 * @throws XeroRefusal without either
 */
export function contactOf(desk: Desk, input: ContactInput | undefined): Contact {
  if (!input?.ContactID && !input?.Name) {
    throw invalid("A Contact must be specified for this type of transaction");
  }
  const contact = saveContact(desk, input);
  if (contact.status === "ACTIVE") return contact;
  throw invalid(`The contact ${contact.name} has been archived.`);
}

function named({ books }: Desk, name: string): Contact | undefined {
  const wanted = name.toLowerCase();
  return Object.values(books.contacts).find(
    (contact) => contact.status === "ACTIVE" && contact.name.toLowerCase() === wanted,
  );
}

function added({ state, books, now }: Desk, input: ContactInput, name: string): Contact {
  const contact: Contact = {
    id: mintUuid(state),
    name,
    ...(input.EmailAddress ? { email: input.EmailAddress } : {}),
    status: "ACTIVE",
    isCustomer: false,
    isSupplier: false,
    updated: now.toISOString(),
  };
  books.contacts[contact.id] = contact;
  return contact;
}
