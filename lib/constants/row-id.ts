export const ROW_ID_DIGITS = /^\d{1,10}$/;
/** Ids are positive 32-bit integers. */
export const MAX_ROW_ID = 2_147_483_647;

/** Parses an id from a URL; null when invalid. */
export function readRowId(text: string | null): number | null {
  if (text === null || !ROW_ID_DIGITS.test(text)) return null;
  const id = Number(text);
  return id >= 1 && id <= MAX_ROW_ID ? id : null;
}
