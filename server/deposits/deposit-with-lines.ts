import type { Deposit, DepositLine, Integration, Prisma } from "@/generated/prisma/client";

/** What is loaded with a deposit wherever its sum matters. */
export const withLines = {
  lines: { orderBy: { id: "asc" } },
  integration: true,
} satisfies Prisma.DepositInclude;

export type DepositWithLines = Deposit & { lines: DepositLine[]; integration: Integration };
