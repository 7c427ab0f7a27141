import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PayoutFileOptions, parsePayoutFile } from "@/lib/payout-files/parse-payout-file";

type Options = Partial<PayoutFileOptions>;

/** A sample of the folder, with made-up data below a report's real headings. */
export function readSample(name: string, options: Options = {}) {
  const bytes = readFileSync(join(import.meta.dirname, "samples", name));
  return parsePayoutFile(bytes, { timeZone: "UTC", ...options });
}

/** @param text a table as a program writes it */
export function readText(text: string, options: Options = {}) {
  return parsePayoutFile(new TextEncoder().encode(text), { timeZone: "UTC", ...options });
}
