import type { DepositLine } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { lineAbout } from "@/lib/line-about";
import { toWireDecimal } from "@/lib/money";

/** A stored line as a sentence names it: "64.50 on Nov 2". */
export function aboutLine({
  gross,
  currency,
  date,
}: Pick<DepositLine, "gross" | "currency" | "date">): string {
  return lineAbout({ amount: toWireDecimal(Number(gross), currency), date: dateText(date) });
}
