import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

/** What ties a choice to its label, hint and error: those of a Field, or a name of its own. */
export interface ChoiceControl {
  id?: string;
  "aria-label"?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string | undefined;
}

/** Open from the start: it is loaded on demand. */
export default function ChoiceSelect({
  control,
  value,
  shown,
  options,
  onChange,
  className,
}: {
  control: ChoiceControl;
  value: string;
  /** The label of the value: the trigger has its words, and so its width, at once. */
  shown: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  className?: string | undefined;
}) {
  return (
    <Select value={value} onValueChange={onChange} defaultOpen>
      <SelectTrigger {...control} className={className}>
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
