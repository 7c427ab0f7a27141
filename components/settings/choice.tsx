"use client";

import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

/** A select whose value is one of a few known ones. */
export function Choice<Value extends string>({
  value,
  options,
  onChange,
  ...control
}: {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  id: string;
  "aria-describedby"?: string | undefined;
}) {
  return (
    <Select
      value={value}
      onValueChange={(text) => {
        const chosen = options.find((option) => option.value === text);
        if (chosen) onChange(chosen.value);
      }}
    >
      <SelectTrigger className="w-full sm:w-64" {...control}>
        <SelectValue />
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
