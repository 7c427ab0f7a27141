import { z } from "zod";
import type { CustomerProfile } from "@/matching/engine/customer-profile";

const texts = z.array(z.string()).exactOptional();
const storedCustomer = z.object({
  id: z.string().exactOptional(),
  names: texts,
  parent: z.string().exactOptional(),
  emails: texts,
  phones: texts,
});

/** The customer stored with a line or payment; null where none is known, or the stored value is unreadable. */
export function parseCustomer(stored: unknown): CustomerProfile | null {
  return stored === null ? null : (storedCustomer.safeParse(stored).data ?? null);
}
