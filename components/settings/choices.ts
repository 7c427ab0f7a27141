import type { CompanySettings, DateFormat } from "@/lib/contracts/settings";

/** The matching algorithms, each with what it does. */
export const ALGORITHMS: {
  value: CompanySettings["matching_algorithm"];
  label: string;
  hint: string;
}[] = [
  {
    value: "smart",
    label: "Smart",
    hint: "Weighs amounts, dates, names and references, learns from your answers, and acts alone only when it is sure.",
  },
  {
    value: "exact",
    label: "Exact",
    hint: "Amounts and references must agree. Nothing is tolerated.",
  },
  {
    value: "fuzzy",
    label: "Fuzzy",
    hint: "Tolerates fees, small differences, dates further apart and misspelt names. It only suggests.",
  },
];

export const DATE_FORMATS: DateFormat[] = ["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"];
