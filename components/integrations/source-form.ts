import type { CurrentDiscount, DiscountSettings } from "@/lib/contracts/discount-settings";

/** What the settings dialog of a source edits; `categoryId` is "" until one is chosen. */
export interface SourceForm {
  categoryId: string;
  /** Unused for sources that report their fees. */
  discount: Omit<CurrentDiscount, "is_default">;
}

/** Its schema. */
export async function loadSourceForm() {
  const [{ discountSettings }, z] = await Promise.all([
    import("@/lib/contracts/discount-settings"),
    import("@/lib/zod"),
  ]);
  return z.object({ categoryId: z.string(), discount: discountSettings.required() });
}

export const EMPTY_FORM: SourceForm = {
  categoryId: "",
  discount: {
    ...{ discount_percent: "0", discount_fixed: "0", discount_timing: "monthly" },
    ...{ echeck_percent: "0", echeck_fixed: "0" },
    ...{ card_days: 0, echeck_days: 0, amex_apart: false, amex_days: 0 },
  },
};

/** What most acquirers do; offered until something is saved. */
const USUAL = { card_days: 2, echeck_days: 7, amex_days: 3 };

/** What the dialog opens with. */
export function offered(saved: SourceForm, { is_default }: Pick<CurrentDiscount, "is_default">) {
  return is_default ? { ...saved, discount: { ...saved.discount, ...USUAL } } : saved;
}

/** Which of the two, saved each by its own call, differ from what is saved. */
export function changesOf(saved: SourceForm, edited: SourceForm) {
  const keys = Object.keys(EMPTY_FORM.discount) as (keyof DiscountSettings)[];
  return {
    category: saved.categoryId !== edited.categoryId,
    discount: keys.some((key) => saved.discount[key] !== edited.discount[key]),
  };
}
