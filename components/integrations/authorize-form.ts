import { authorizeSettings } from "@/lib/contracts/integrations";
import * as z from "@/lib/zod";

/** What the dialog of Authorize.Net's settings edits; `categoryId` is "" until one is chosen. */
export const authorizeForm = z.object({
  categoryId: z.string(),
  discount: authorizeSettings.response,
});
export type AuthorizeForm = z.infer<typeof authorizeForm>;

export const EMPTY_FORM: AuthorizeForm = {
  categoryId: "",
  discount: { discount_percent: "", discount_fixed: "", discount_timing: "daily" },
};

/** Which of the two, saved each by its own call, differ from what is saved. */
export function changesOf(saved: AuthorizeForm, edited: AuthorizeForm) {
  const keys = ["discount_percent", "discount_fixed", "discount_timing"] as const;
  return {
    category: saved.categoryId !== edited.categoryId,
    discount: keys.some((key) => saved.discount[key] !== edited.discount[key]),
  };
}
