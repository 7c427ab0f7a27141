/** Bytes of a workbook once it is unpacked. */
export const MAX_UNPACKED_BYTES = 96 * 1024 * 1024;
export const MAX_ROWS = 25_000;
export const MAX_COLUMNS = 400;
