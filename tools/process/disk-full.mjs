/** Printed before the error that says where. */
export const DISK_FULL = "The disk is full. Free some space, then restart. Saved data isn't lost.";

/** Node's and PostgreSQL's codes for a full disk; PostgreSQL's startup only prints text. */
const CODES = ["ENOSPC", "EDQUOT", "53100"];
const WORDS = /no space left on device|disk quota exceeded/i;

/** Whether an error, or its cause, is a full disk. */
export function isDiskFull(error) {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (CODES.includes(each.code) || WORDS.test(each.message)) return true;
  }
  return false;
}
