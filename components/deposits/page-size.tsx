import { PAGE_SIZES } from "@/components/deposits/filter";
import { Choice } from "@/components/ui/choice";

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

export function PageSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  return (
    <Choice
      aria-label="Deposits per page"
      value={String(value)}
      options={OPTIONS}
      onChange={(size) => onChange(Number(size))}
      className="h-8 text-caption max-sm:mr-auto md:text-caption"
    />
  );
}
