import type { ColumnShape } from "@/components/data-table/column-shape";

/** The columns of the payments that wait too long, in their order. */
export const unmatchedColumnShapes = {
  customer: { id: "customer", header: "Payment", meta: { narrow: "title", skeleton: "w-40" } },
  waiting: { id: "waiting", header: "Waiting", meta: { narrow: "note", skeleton: "w-20" } },
  cause: { id: "cause", header: "Likely cause", meta: { narrow: "subtitle", skeleton: "w-64" } },
  amount: { id: "amount", header: "Amount", meta: { align: "right", narrow: "value" } },
} as const satisfies Record<string, ColumnShape>;
