/** Why a posting was undone that was changed in the ledger. Stored as its error code. */
export const DELETED_IN_LEDGER = "deleted_in_quickbooks";
export const CHANGED_IN_LEDGER = "changed_in_quickbooks";
