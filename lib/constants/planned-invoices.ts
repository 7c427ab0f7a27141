import { z } from "zod";

/** What a planned payment is applied to, as `planned_payments.invoices` stores it. Amounts in minor units. */
export const plannedInvoices = z.array(
  z.object({ invoiceId: z.string(), number: z.string(), amount: z.int().positive() }),
);
export type PlannedInvoice = z.infer<typeof plannedInvoices>[number];
