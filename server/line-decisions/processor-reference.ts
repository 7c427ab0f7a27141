import type { DepositLine } from "@/generated/prisma/client";

/** Stripe's balance transactions: no screen of Stripe and no receipt shows them. */
const INTERNAL = /^txn_/;

/** The processor's id of a line that people and the books know: of the charge, refund or dispute. */
export function processorReference({
  providerId,
  reference,
}: Pick<DepositLine, "providerId" | "reference">): string {
  if (!INTERNAL.test(providerId)) return providerId;
  return reference.split(" ").find((id) => id !== "" && id !== providerId) ?? providerId;
}
