import { guidIn } from "@/lib/guid";

/** The number by which users know a transaction; "" where the ledger shows none. @param providerId the ledger's id of it */
export function numberShown(documentNumber: string, providerId: string): string {
  // A GUID is one of Xero's ids, and its screens show none.
  return documentNumber || (guidIn(providerId) ? "" : providerId);
}
