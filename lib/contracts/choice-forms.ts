import { isFilterDate } from "@/lib/constants/deposits";
import {
  CUSTOMER_NAME_LENGTH,
  MEMO_LENGTH,
  WAIT_NOTE_LENGTH,
} from "@/lib/constants/planned-payments";
import { text } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

// What the forms about a line check before they send it: the endpoints' limits, with words for each field.

const MAX_EMAIL_LENGTH = 254;
const CHOOSE_DATE = "Choose a date.";

const date = z.string().refine(isFilterDate, CHOOSE_DATE);
const chosenId = z.string().nullable();

export const receiptForm = z.object({
  customer: z
    .object({
      Id: chosenId,
      /** Empty while something is typed that is not chosen. */
      name: text(CUSTOMER_NAME_LENGTH).min(
        1,
        "Choose a customer from the list, or clear the field.",
      ),
      email: text(MAX_EMAIL_LENGTH).refine(
        (email) => email === "" || z.email().safeParse(email).success,
        "Enter a valid email address.",
      ),
    })
    .nullable(),
  item_id: chosenId.refine((id) => id !== null, "Choose a product or service."),
  tax_code_id: chosenId,
  class_id: chosenId,
  date,
  memo: text(MEMO_LENGTH),
});

export const waitForm = z.object({ until: date, note: text(WAIT_NOTE_LENGTH) });
