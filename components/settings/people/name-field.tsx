import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export function isNameOf(company: string, typed: string): boolean {
  return typed.trim().toLowerCase() === company.trim().toLowerCase();
}

/** What can't be undone asks for the company's name. */
export function NameField({
  company,
  value,
  onChange,
}: {
  company: string;
  value: string;
  onChange: (typed: string) => void;
}) {
  return (
    <Field label="Company name" hint={`To confirm, enter ${company}`}>
      {(control) => (
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
