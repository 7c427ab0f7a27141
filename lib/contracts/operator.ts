import { instant } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

/**
 * QuickBooks API usage, for the installation's operator; served outside the companies' API, with OPERATOR_TOKEN as bearer.
 * Times are ISO 8601, counts are reads at QuickBooks in this calendar month (UTC).
 */
export const operatorReads = z.object({
  /** Problems of the installation that the operator has to fix, in sentences. */
  notices: z.array(z.string()),
  reads: z.number().int(),
  allowance: z.number().int(),
  /** Of the allowance, kept for syncs and postings. */
  reserve: z.number().int(),
  /** Since when QuickBooks has refused all of them; null while it answers. */
  stopped_at: instant.nullable(),
  /** Those that read most first. */
  companies: z.array(
    z.object({
      id: z.uuid(),
      /** Empty once the company is deleted. */
      name: z.string(),
      reads: z.number().int(),
      today: z.number().int(),
      part: z.number().int(),
      /** Refused because the company's share was used up. */
      refused: z.number().int(),
      /** Until when its lists are refused, and until when its syncs and postings wait as well. */
      lists_until: instant.nullable(),
      waits_until: instant.nullable(),
    }),
  ),
});
export type OperatorReads = z.infer<typeof operatorReads>;
