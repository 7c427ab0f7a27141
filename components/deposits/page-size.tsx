import { PAGE_SIZES } from "@/components/deposits/filter";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

export function PageSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  return (
    <Select value={String(value)} onValueChange={(chosen) => onChange(Number(chosen))}>
      <SelectTrigger
        aria-label="Deposits per page"
        className="h-8 text-caption max-sm:mr-auto md:text-caption"
      >
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {PAGE_SIZES.map((size) => (
          <SelectItem key={size} value={String(size)}>
            {size} per page
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
