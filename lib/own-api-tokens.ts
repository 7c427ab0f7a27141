import { counted } from "@/lib/counted";

/** "2 API tokens made by you keep working: Payroll export, Warehouse." */
export function apiTokensInWords(names: string[]): string {
  const keep = names.length === 1 ? "keeps" : "keep";
  return `${counted(names.length, "API token")} made by you ${keep} working: ${names.join(", ")}.`;
}
