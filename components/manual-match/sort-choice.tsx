import { ArrowUpDown } from "lucide-react";
import { ORDERS, type Order } from "@/components/manual-match/transaction-order";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

const CHOICES = Object.entries(ORDERS) as [Order, string][];

/** The order of a list; a small button, because the list is narrow. */
export function SortChoice({
  label,
  order,
  onChange,
}: {
  label: string;
  order: Order;
  onChange: (order: Order) => void;
}) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" aria-label={`${label}: ${ORDERS[order]}`}>
          <ArrowUpDown aria-hidden="true" />
          <span className="max-sm:sr-only">Sort</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          value={order}
          onValueChange={(value) => {
            const chosen = CHOICES.find(([key]) => key === value);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {CHOICES.map(([key, text]) => (
            <DropdownMenuRadioItem key={key} value={key}>
              {text}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
