import type { BudgetException, Budgeted } from "./budget";

/** Tests that may take more processor time than the budget. The list may only shrink: see budget.test.ts. */
export const BUDGET_EXCEPTIONS: Record<Budgeted, BudgetException[]> = {
  integration: [],
  "end-to-end": [],
};
