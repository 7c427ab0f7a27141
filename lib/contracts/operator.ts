import * as z from "@/lib/zod";

/**
 * What the operator of the installation is shown; served outside the companies' API, to the bearer of OPERATOR_TOKEN.
 * Times are ISO 8601, counts are reads at QuickBooks in this calendar month (UTC).
 */
export const operatorReads = z.object({
  /** What the operator has to mend, in sentences. */
  notices: z.array(z.string()),
  reads: z.number().int(),
  allowance: z.number().int(),
  /** Of the allowance, kept for syncs and postings. */
  reserve: z.number().int(),
  /** Since when QuickBooks has refused all of them; null while it answers. */
  stopped_at: z.string().nullable(),
  /** Those that read most first. */
  companies: z.array(
    z.object({
      id: z.uuid(),
      /** Empty once the company is deleted. */
      name: z.string(),
      reads: z.number().int(),
      today: z.number().int(),
      part: z.number().int(),
      /** Refused because the company's part was used up. */
      refused: z.number().int(),
      /** Until when its lists wait, and its syncs and postings too. */
      lists_until: z.string().nullable(),
      waits_until: z.string().nullable(),
    }),
  ),
});
export type OperatorReads = z.infer<typeof operatorReads>;
