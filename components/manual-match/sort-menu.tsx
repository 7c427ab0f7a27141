import { SortButton } from "@/components/manual-match/sort-button";
import { ORDERS, type Order } from "@/components/manual-match/transaction-order";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

const CHOICES = Object.entries(ORDERS) as [Order, string][];

/** Open from the start: it is loaded on demand. */
export default function SortMenu({
  label,
  order,
  onChange,
}: {
  label: string;
  order: Order;
  onChange: (order: Order) => void;
}) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <SortButton {...{ label, order }} />
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
