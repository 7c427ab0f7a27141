import { CURRENCY_CODE, DEPOSIT_STATUSES } from "@/lib/constants/deposits";
import { MATCH_KINDS } from "@/lib/constants/matches";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { MAX_ROW_ID } from "@/lib/constants/row-id";
import {
  accountId,
  amountNumber,
  calendarDate,
  currency,
  currencyCode,
  instant,
  rowId,
} from "@/lib/contracts/common";
import { depositFilter } from "@/lib/contracts/deposits";
import { evidence, matchedPayment, matchView } from "@/lib/contracts/match-views";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import type * as z from "@/lib/zod";

const currencyText = { type: "string", pattern: CURRENCY_CODE.source };
const instantText = { type: "string", format: "date-time" };

/**
 * What the document says in place of what a contract parses: the narrowest that is always right. What is taken is often
 * wider, for clients that are older than this API: ids as text, a status in capitals.
 */
const PUBLISHED = new Map<z.ZodType, JsonSchema>([
  [rowId, { type: "integer", minimum: 1, maximum: MAX_ROW_ID }],
  [accountId, { type: "string", minLength: 1, maxLength: 64 }],
  [amountNumber, { type: "number", minimum: -1e12, maximum: 1e12 }],
  [instant, instantText],
  [calendarDate, { type: "string", format: "date" }],
  [currency, currencyText],
  [currencyCode, currencyText],
  [depositFilter.shape.currency, currencyText],
  [depositFilter.shape.status, { type: "string", enum: [...DEPOSIT_STATUSES, "all"] }],
  [matchView.shape.kind, { type: "string", enum: MATCH_KINDS }],
  [matchedPayment.shape.kind, { type: "string", enum: LEDGER_PAYMENT_KINDS }],
  [
    evidence.shape.field,
    {
      type: "string",
      enum: ["amount", "date", "customer", "reference", "uniqueness", "history", "sum"],
    },
  ],
]);

/** What is published of a schema, or of the one that it was made from by `.meta()` and checks. */
export function publishedAs(schema: z.ZodType): JsonSchema | undefined {
  for (let each: z.ZodType | undefined = schema; each; each = parentOf(each)) {
    const found = PUBLISHED.get(each);
    if (found) return found;
  }
  return undefined;
}

function parentOf(schema: z.ZodType): z.ZodType | undefined {
  return schema._zod.parent as z.ZodType | undefined;
}
