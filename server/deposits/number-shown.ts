/** An id of Xero's: its screens show none. */
const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/;

/** The number by which users know a transaction; "" where the ledger shows none. @param providerId the ledger's id of it */
export function numberShown(documentNumber: string, providerId: string): string {
  return documentNumber || (GUID.test(providerId) ? "" : providerId);
}
