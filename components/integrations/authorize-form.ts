import type { DiscountSettings } from "@/lib/contracts/integrations";

/** What the dialog of Authorize.Net's settings edits; `categoryId` is "" until one is chosen. */
export interface AuthorizeForm {
  categoryId: string;
  discount: DiscountSettings;
}

/** Its schema. */
export async function loadAuthorizeForm() {
  const [{ discountSettings }, z] = await Promise.all([
    import("@/lib/contracts/integrations"),
    import("@/lib/zod"),
  ]);
  return z.object({ categoryId: z.string(), discount: discountSettings });
}

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
