import { toWireDecimal } from "@/lib/money";

const PERCENT = /^(\d{1,2})(?:\.(\d{1,4}))?$/;
const FIXED = /^(\d{1,4})(?:\.(\d{1,2}))?$/;

/** What a charge of 100.00 costs at this rate: "3.20"; null while one of the two is no number. */
export function feeOfHundred(percent: string, fixed: string): string | null {
  const share = PERCENT.exec(percent.trim());
  const amount = FIXED.exec(fixed.trim());
  if (!share || !amount) return null;
  // Of 10,000 cents, a ten-thousandth of a percent is a hundredth of a cent.
  const variable = Math.round(scaled(share, 4) / 100);
  return toWireDecimal(variable + scaled(amount, 2), "USD");
}

function scaled([, whole = "0", fraction = ""]: RegExpExecArray, digits: number): number {
  return Number(whole + fraction.padEnd(digits, "0"));
}
