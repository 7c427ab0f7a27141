import type { DepositFilter } from "@/components/deposits/filter";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";
import { depositStatus } from "@/lib/contracts/deposits";

const OPTIONS = [
  ["all", "All Status"],
  ["pending", "Pending"],
  ["matched", "Matched"],
  ["suggested", "Suggested"],
  ["posted", "Posted"],
] as const;

export function StatusFilter({
  value,
  onChange,
}: {
  value: DepositFilter["status"];
  onChange: (value: DepositFilter["status"]) => void;
}) {
  return (
    <Select
      value={value}
      onValueChange={(chosen) => onChange(depositStatus.safeParse(chosen).data ?? "all")}
    >
      <SelectTrigger aria-label="Status" className="w-full md:w-44">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {OPTIONS.map(([status, label]) => (
          <SelectItem key={status} value={status}>
            {label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
