import type { RuleFieldsProps } from "@/components/settings/rules/rule-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import {
  RULE_CUSTOMERS,
  RULE_KINDS,
  RULE_TEXT_LENGTH,
  type RuleCustomer,
} from "@/lib/constants/rules";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import { RULE_KIND_WORDS } from "@/lib/rules/rule-text";

const CUSTOMER_WORDS: Record<RuleCustomer, string> = {
  any: "Any, or none",
  known: "Any customer",
  none: "No customer",
  named: "This customer",
};

/** Which lines a rule covers. */
export function ConditionFields({
  form,
  errors,
  onChange,
  sources,
}: RuleFieldsProps & { sources: ReceiptSettings["sources"] }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 text-sm font-semibold">Lines</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {sources.length > 1 && (
          <Field label="Payment processor">
            {(control) => (
              <NativeSelect
                {...control}
                value={form.integration_type}
                onChange={({ target }) => {
                  const source = sources.find((each) => each.integration_type === target.value);
                  if (source) onChange({ integration_type: source.integration_type });
                }}
              >
                {sources.map(({ integration_type, name }) => (
                  <option key={integration_type} value={integration_type}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        )}
        <Field label="Kind">
          {(control) => (
            <NativeSelect
              {...control}
              value={form.kind}
              onChange={({ target }) => {
                const kind = RULE_KINDS.find((each) => each === target.value);
                if (kind) onChange({ kind });
              }}
            >
              {RULE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {capitalized(RULE_KIND_WORDS[kind])}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Description contains (optional)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={RULE_TEXT_LENGTH}
              value={form.description}
              onChange={({ target }) => onChange({ description: target.value })}
            />
          )}
        </Field>
        <Field label="Customer at the processor">
          {(control) => (
            <NativeSelect
              {...control}
              value={form.customer}
              onChange={({ target }) => {
                const customer = RULE_CUSTOMERS.find((each) => each === target.value);
                if (customer) onChange({ customer });
              }}
            >
              {RULE_CUSTOMERS.map((customer) => (
                <option key={customer} value={customer}>
                  {CUSTOMER_WORDS[customer]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {form.customer === "named" && (
          <Field label="Name or email address" error={errors.customer_name}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={RULE_TEXT_LENGTH}
                value={form.customer_name}
                onChange={({ target }) => onChange({ customer_name: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {AMOUNTS.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <Input
                {...control}
                inputMode={name === "currency" ? "text" : "decimal"}
                autoComplete="off"
                maxLength={name === "currency" ? 3 : 16}
                value={form[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Field
        label="Days after the payout"
        hint="Until then, you or your shop app may still enter the payment."
        error={errors.after_days}
        className="sm:max-w-56"
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={form.after_days}
            onChange={({ target }) => onChange({ after_days: target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}

const AMOUNTS = [
  { name: "amount_from", label: "Amount from (optional)" },
  { name: "amount_to", label: "Amount to (optional)" },
  { name: "currency", label: "Currency (optional)" },
] as const;

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
