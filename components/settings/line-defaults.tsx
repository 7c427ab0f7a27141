"use client";

import { useQuery } from "@tanstack/react-query";
import { lineListsQuery, lineSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { CustomerTag } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { ChoiceTable } from "@/components/settings/choice-table";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { LineSettings, saveLineSettings } from "@/lib/contracts/line-settings";
import { feeTaxHint } from "@/lib/fee-tax-hint";

type Source = LineSettings["sources"][number];

/** What fees and other lines without a payment carry in the books, by payment processor. */
export function LineDefaults() {
  const ledger = useLedger();
  const { tax } = useFormatPreferences();
  const { data: lists, error } = useQuery(lineListsQuery);
  const { tax_codes = [], classes = [], locations = [], payment_methods = [] } = lists ?? {};
  return (
    <ChoiceTable<Source, BodyOf<typeof saveLineSettings>>
      id="lines"
      title="Fees and other lines"
      description={ledger.lineDefaults}
      settings={useQuery(lineSettingsQuery)}
      settingsKey={lineSettingsQuery.queryKey}
      lists={{ name: `${ledger.own} lists`, error, count: lists?.payment_methods.length }}
      bodyOf={bodyOf}
      save={(body) => call("PUT /settings/lines/", { body })}
      failed="Couldn't save what fees and other lines carry"
      rows={[
        {
          ...{ key: "tax_code_id", label: `${tax.name} code`, none: "Not applicable" },
          ...{ names: tax_codes, savedOf: (source) => source.tax_code },
          hint: feeTaxHint(tax_codes, tax.name) || undefined,
        },
        {
          ...{ key: "class_id", ...ledger.class },
          ...{ names: classes, savedOf: (source) => source.class },
        },
        {
          ...{ key: "location_id", ...ledger.location },
          ...{ names: locations, savedOf: (source) => source.location },
        },
        {
          ...{ key: "payment_method_id", label: "Payment method", none: "No payment method" },
          ...{ names: payment_methods, savedOf: (source) => source.payment_method },
        },
        {
          ...{ key: "customer", label: "Customer" },
          cell: ({ value, change, control, round }) => (
            <CustomerTag
              key={round}
              named={control["aria-label"]}
              customer={value.customer}
              onChoose={(customer) => change({ customer })}
            />
          ),
        },
      ]}
    />
  );
}

function bodyOf(source: Source): BodyOf<typeof saveLineSettings> {
  const { integration_type, connection_id, tax_code, location, customer, payment_method } = source;
  return {
    ...{ integration_type, connection_id, customer },
    tax_code_id: tax_code?.Id ?? null,
    class_id: source.class?.Id ?? null,
    location_id: location?.Id ?? null,
    payment_method_id: payment_method?.Id ?? null,
  };
}
