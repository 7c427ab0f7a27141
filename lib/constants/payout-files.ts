/** Bytes of a file of payouts. */
export const MAX_PAYOUT_FILE_BYTES = 8 * 1024 * 1024;

/** Bytes of a body that has such a file in base64, and room for the rest. */
export const LARGE_BODY_BYTES = Math.ceil(MAX_PAYOUT_FILE_BYTES / 3) * 4 + 64 * 1024;
