import { accountId, messageResponse, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import { CUSTOMER_NAME_LENGTH } from "@/lib/contracts/values/planned-payments";
import * as z from "@/lib/zod";

const named = z.object({ Id: z.string(), Name: z.string() });
const chosenId = accountId.nullable();

export const lineLists = defineEndpoint({
  method: "GET",
  path: "/qb/line-lists/",
  summary:
    "What lines of a deposit can carry in QuickBooks; a list that the company doesn't use is empty",
  access: "session",
  response: z.object({
    /** Empty in the United States, where only sales have tax codes. */
    tax_codes: z.array(named),
    classes: z.array(named),
    locations: z.array(named),
    payment_methods: z.array(named),
  }),
});
export type LineLists = z.infer<typeof lineLists.response>;

export const lineSettings = defineEndpoint({
  method: "GET",
  path: "/settings/lines/",
  summary: "What fees and other lines without a payment carry, by connected payment processor",
  access: "session",
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        name: z.string(),
        /** Null: no tax applies. */
        tax_code: named.nullable(),
        class: named.nullable(),
        /** Of the whole deposit. */
        location: named.nullable(),
        customer: named.nullable(),
        payment_method: named.nullable(),
      }),
    ),
  }),
});
export type LineSettings = z.infer<typeof lineSettings.response>;

export const saveLineSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/lines/",
  summary:
    "Choose what fees and other lines of a payment processor carry, unless a line says otherwise",
  access: "session",
  body: z.object({
    integration_type: sourceType,
    tax_code_id: chosenId,
    class_id: chosenId,
    location_id: chosenId,
    customer: z.object({ Id: accountId, Name: text(CUSTOMER_NAME_LENGTH) }).nullable(),
    payment_method_id: chosenId,
  }),
  response: messageResponse,
});
