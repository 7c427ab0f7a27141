import type { DepositFilter } from "@/components/deposits/filter";
import { Choice } from "@/components/ui/choice";

const OPTIONS = [
  { value: "all", label: "All Status" },
  { value: "pending", label: "Pending" },
  { value: "matched", label: "Matched" },
  { value: "suggested", label: "Suggested" },
  { value: "posted", label: "Posted" },
] as const;

export function StatusFilter({
  value,
  onChange,
}: {
  value: DepositFilter["status"];
  onChange: (value: DepositFilter["status"]) => void;
}) {
  return (
    <Choice
      aria-label="Status"
      value={value}
      options={OPTIONS}
      onChange={onChange}
      className="w-full md:w-44"
    />
  );
}
