/** Before whatever failed says where. */
export const DISK_FULL =
  "The disk is full: make room, then start again. What was saved before is not lost.";

/** Node's and PostgreSQL's codes for it; PostgreSQL's own start has only words. */
const CODES = ["ENOSPC", "EDQUOT", "53100"];
const WORDS = /no space left on device|disk quota exceeded/i;

/** Whether an error, or what caused it, is that nothing more can be written. */
export function isDiskFull(error) {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (CODES.includes(each.code) || WORDS.test(each.message)) return true;
  }
  return false;
}
