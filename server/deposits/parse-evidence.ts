import { z } from "zod";
import type { EvidenceView } from "@/lib/contracts/match-views";

const storedEvidence = z.array(
  z.object({ field: z.string(), level: z.string(), weight: z.number(), text: z.string() }),
);

/** The evidence stored with a match; none for a manual match. */
export function parseEvidence(stored: unknown): EvidenceView[] {
  return storedEvidence.parse(stored);
}
