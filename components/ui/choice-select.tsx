import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

/** Open from the start: it is loaded when it is asked for. */
export default function ChoiceSelect({
  label,
  value,
  shown,
  options,
  onChange,
  className,
}: {
  label: string;
  value: string;
  /** The label of the value: the trigger has its words, and so its width, at once. */
  shown: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  className?: string | undefined;
}) {
  return (
    <Select value={value} onValueChange={onChange} defaultOpen>
      <SelectTrigger aria-label={label} className={className}>
        <SelectValue>{shown}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
