import { ArrowUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { ORDERS, type Order } from "@/components/manual-match/transaction-order";
import { Button } from "@/components/ui/button";

/** Opens the choice of a list's order. */
export function SortButton({
  label,
  order,
  ...props
}: { label: string; order: Order } & ComponentProps<typeof Button>) {
  return (
    <Button variant="outline" size="sm" aria-label={`${label}: ${ORDERS[order]}`} {...props}>
      <ArrowUpDown aria-hidden="true" />
      <span className="max-sm:sr-only">Sort</span>
    </Button>
  );
}
