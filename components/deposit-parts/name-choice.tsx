import type { ComponentProps } from "react";
import { NativeSelect } from "@/components/ui/native-select";

export interface Named {
  Id: string;
  Name: string;
}

interface NameChoiceProps extends Omit<ComponentProps<typeof NativeSelect>, "onChange" | "value"> {
  /** An Id of the list, or null. */
  value: string | null;
  names: readonly Named[];
  /** What was chosen before: its name shows while the list is not loaded, and after it has left the list. */
  saved?: Named | null | undefined;
  /** Stands for none of them. */
  none: string;
  onChoose: (id: string | null) => void;
}

/** One of QuickBooks' lists: products and services, tax codes, classes. */
export function NameChoice({ value, names, saved, none, onChoose, ...props }: NameChoiceProps) {
  const isListed = names.some(({ Id }) => Id === value);
  return (
    <NativeSelect
      {...props}
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
    >
      <option value="">{none}</option>
      {value !== null && !isListed && (
        <option value={value}>{saved?.Id === value ? saved.Name : value}</option>
      )}
      {names.map(({ Id, Name }) => (
        <option key={Id} value={Id}>
          {Name}
        </option>
      ))}
    </NativeSelect>
  );
}
