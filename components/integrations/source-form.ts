import type { DiscountSettings } from "@/lib/contracts/providers";

/** What the settings dialog of a source edits; `categoryId` is "" until one is chosen. */
export interface SourceForm {
  categoryId: string;
  /** Unused for sources that report their fees. */
  discount: DiscountSettings;
}

/** Its schema. */
export async function loadSourceForm() {
  const [{ discountSettings }, z] = await Promise.all([
    import("@/lib/contracts/providers"),
    import("@/lib/zod"),
  ]);
  return z.object({ categoryId: z.string(), discount: discountSettings });
}

export const EMPTY_FORM: SourceForm = {
  categoryId: "",
  discount: { discount_percent: "0", discount_fixed: "0", discount_timing: "daily" },
};

/** Which of the two, saved each by its own call, differ from what is saved. */
export function changesOf(saved: SourceForm, edited: SourceForm) {
  const keys = ["discount_percent", "discount_fixed", "discount_timing"] as const;
  return {
    category: saved.categoryId !== edited.categoryId,
    discount: keys.some((key) => saved.discount[key] !== edited.discount[key]),
  };
}
