import { z } from "zod";

/**
 * The parts of Authorize.Net's replies that we use. Money, ids and states are required; a field that only
 * improves matching is dropped when it has another shape. Cards, accounts and postal addresses are never kept.
 * An empty list is a reply without its property (I00004).
 */

const words = z.string().trim().optional().catch(undefined);
const id = z.union([z.string().regex(/^\d+$/), z.int().nonnegative().transform(String)]);
const amount = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
const optionalAmount = amount.optional().catch(undefined);

export const merchant = z.object({
  merchantName: z.string().catch(""),
  isTestMode: z.union([z.boolean(), z.string().transform((text) => text === "true")]).catch(false),
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).catch([]),
  merchantTimeZone: words,
});
export type Merchant = z.output<typeof merchant>;

const statistic = z.object({
  chargeAmount: amount,
  refundAmount: amount,
  returnedItemAmount: optionalAmount,
  chargebackAmount: optionalAmount,
});

export const batch = z.object({
  batchId: id,
  settlementState: z.string(),
  settlementTimeUTC: words,
  settlementTimeLocal: words,
  paymentMethod: words,
  marketType: words,
  product: words,
  statistics: z.array(statistic).optional(),
});
export type Batch = z.output<typeof batch>;
export const batchList = z.object({ batchList: z.array(batch).default([]) });

export const transaction = z.object({
  transId: id,
  transactionStatus: z.string(),
  settleAmount: amount,
  submitTimeUTC: words,
  submitTimeLocal: words,
  invoiceNumber: words,
  firstName: words,
  lastName: words,
  accountType: words,
});
export type Transaction = z.output<typeof transaction>;
export const transactionPage = z.object({ transactions: z.array(transaction).default([]) });

export const details = z.object({
  transId: id,
  refTransId: id.optional().catch(undefined),
  order: z.object({ invoiceNumber: words, description: words }).optional().catch(undefined),
  customer: z.object({ id: words, email: words }).optional().catch(undefined),
  billTo: z
    .object({
      firstName: words,
      lastName: words,
      company: words,
      email: words,
      phoneNumber: words,
    })
    .optional()
    .catch(undefined),
});
export type Details = z.output<typeof details>;
export const detailsReply = z.object({ transaction: details });
