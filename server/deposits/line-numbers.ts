import { z } from "zod";
import type { DepositLine } from "@/generated/prisma/client";
import type { FieldNumber } from "@/matching/engine/contract";

/** The shop's own numbers of a line, as they are stored: {@link DepositLine.numbers}. */
const storedNumbers: z.ZodType<FieldNumber[]> = z.array(
  z.object({ field: z.string(), value: z.string() }),
);

export function parseNumbers(stored: DepositLine["numbers"]): FieldNumber[] {
  return storedNumbers.parse(stored);
}

/** The processor's ids of a line and the shop's own numbers, separated by spaces. */
export function allNumbers({
  reference,
  numbers,
}: Pick<DepositLine, "reference" | "numbers">): string {
  return [reference, ...parseNumbers(numbers).map(({ value }) => value)].join(" ");
}
