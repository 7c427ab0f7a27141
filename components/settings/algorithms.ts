import type { CompanySettings } from "@/lib/contracts/settings";

/** The matching algorithms, each with what it does. */
export const ALGORITHMS: {
  value: CompanySettings["matching_algorithm"];
  label: string;
  hint: string;
}[] = [
  {
    value: "smart",
    label: "Smart",
    hint: "Weighs amounts, dates, names and references, learns from your decisions and auto-matches only when confident.",
  },
  {
    value: "exact",
    label: "Exact",
    hint: "Amount and reference must match exactly.",
  },
  {
    value: "fuzzy",
    label: "Fuzzy",
    hint: "Allows fees, small differences, wider dates and misspellings. Suggests only.",
  },
];
