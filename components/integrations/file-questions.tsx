import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { NativeSelect } from "@/components/ui/native-select";
import type { PayoutFilePreview } from "@/lib/contracts/payout-files";
import type { FileChoices } from "./file-queries";

const ORDERS = { mdy: "month, day, year", dmy: "day, month, year", ymd: "year, month, day" };
const SIGNS = { ".": "Point: 1,234.50", ",": "Comma: 1.234,50" };

/** What the file doesn't decide, or was decided for it: the order of dates, the decimal sign, the currency. */
export function FileQuestions({
  preview,
  onChange,
}: {
  preview: PayoutFilePreview;
  onChange: (choice: FileChoices) => void;
}) {
  const { undecided_date: date, needs_currency, choices } = preview;
  const asksSign = choices.decimal_sign !== null || preview.problem !== null;
  const asksCurrency = needs_currency || choices.currency !== null;
  return (
    <>
      {date && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">{`Which day is “${date.text}” in row ${date.row}?`}</legend>
          <div className="flex flex-wrap gap-2">
            {date.readings.map(({ date_order, date: day }) => (
              <Button key={date_order} variant="outline" onClick={() => onChange({ date_order })}>
                <DateText date={day} />
                <span className="text-muted-foreground">{`(${ORDERS[date_order]})`}</span>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {(choices.date_order || asksSign || asksCurrency) && (
        <div className="grid gap-4 sm:grid-cols-2">
          {choices.date_order && (
            <Field label="Dates are written">
              {(control) => (
                <NativeSelect
                  {...control}
                  value={choices.date_order ?? ""}
                  onChange={({ target }) => onChange({ date_order: keyOf(ORDERS, target.value) })}
                >
                  {Object.entries(ORDERS).map(([order, words]) => (
                    <option key={order} value={order}>
                      {words}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          )}
          {asksCurrency && (
            <CurrencyField
              chosen={choices.currency}
              onChange={(currency) => onChange({ currency })}
            />
          )}
          {asksSign && (
            <Field label="Decimal sign">
              {(control) => (
                <NativeSelect
                  {...control}
                  value={choices.decimal_sign ?? ""}
                  onChange={({ target }) => onChange({ decimal_sign: keyOf(SIGNS, target.value) })}
                >
                  <option value="">As the file shows</option>
                  {Object.entries(SIGNS).map(([sign, words]) => (
                    <option key={sign} value={sign}>
                      {words}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          )}
        </div>
      )}
    </>
  );
}

function CurrencyField({
  chosen,
  onChange,
}: {
  chosen: string | null;
  onChange: (currency: string | undefined) => void;
}) {
  const home = useFormatPreferences().currency;
  const others = Intl.supportedValuesOf("currency").filter((code) => code !== home);
  return (
    <Field label="Currency" hint="The file doesn't name it for every row.">
      {(control) => (
        <NativeSelect
          {...control}
          value={chosen ?? ""}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">Choose the currency</option>
          {[home, ...others].map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

function keyOf<Key extends string>(words: Record<Key, string>, value: string): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => key === value);
}
