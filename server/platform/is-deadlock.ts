import { Prisma } from "@/generated/prisma/client";

/** Whether PostgreSQL aborted the transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === "P2034" || JSON.stringify(error.meta ?? {}).includes('"40P01"');
}
