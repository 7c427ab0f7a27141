export const ROW_ID_DIGITS = /^\d{1,10}$/;
/** Ids are positive 32-bit integers. */
export const MAX_ROW_ID = 2_147_483_647;

/** Reads an id as it stands in an address; null for what can't be one. */
export function readRowId(text: string | null): number | null {
  if (text === null || !ROW_ID_DIGITS.test(text)) return null;
  const id = Number(text);
  return id >= 1 && id <= MAX_ROW_ID ? id : null;
}
