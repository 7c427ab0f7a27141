import type { ColumnShape } from "@/components/data-table/column-shape";

/** The columns of the payments that wait too long, in their order. */
export const unmatchedColumnShapes = {
  customer: { id: "customer", header: "Payment", meta: { narrow: "title" } },
  waiting: { id: "waiting", header: "Waiting", meta: { narrow: "note" } },
  cause: { id: "cause", header: "Likely cause", meta: { narrow: "subtitle" } },
  amount: { id: "amount", header: "Amount", meta: { align: "right", narrow: "value" } },
} as const satisfies Record<string, ColumnShape>;
