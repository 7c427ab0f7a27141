"use client";

import { useQuery } from "@tanstack/react-query";
import { lineListsQuery, lineSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { CustomerTag, NameChoice } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { SourceSettingsCard } from "@/components/settings/source-settings-card";
import { SourceTable } from "@/components/settings/source-table";
import { useDrafts } from "@/components/settings/use-drafts";
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
  const { data, error, refetch } = useQuery(lineSettingsQuery);
  const { data: lists, error: listsError } = useQuery(lineListsQuery);
  const sources = data?.sources ?? [];
  const drafts = useDrafts({
    saved: new Map(sources.map((source) => [source.connection_id, bodyOf(source)])),
    save: (body) => call("PUT /settings/lines/", { body }),
    queryKey: lineSettingsQuery.queryKey,
    failed: "Couldn't save what fees and other lines carry",
  });
  const taxCodes = lists?.tax_codes ?? [];
  const choices = [
    {
      key: "tax_code_id",
      ...{ label: `${tax.name} code`, none: "Not applicable" },
      ...{ savedOf: (source: Source) => source.tax_code, names: taxCodes },
      hint: feeTaxHint(taxCodes, tax.name),
    },
    {
      key: "class_id",
      ...{ ...ledger.class, hint: "" },
      ...{ savedOf: (source: Source) => source.class, names: lists?.classes ?? [] },
    },
    {
      key: "location_id",
      ...{ ...ledger.location, hint: "" },
      ...{ savedOf: (source: Source) => source.location, names: lists?.locations ?? [] },
    },
    {
      key: "payment_method_id",
      ...{ label: "Payment method", none: "No payment method", hint: "" },
      ...{ savedOf: (source: Source) => source.payment_method },
      names: lists?.payment_methods ?? [],
    },
  ] as const;
  return (
    <SourceSettingsCard
      id="lines"
      title="Fees and other lines"
      description={
        <>
          {ledger.lineDefaults} {lists && lists.payment_methods.length > 0 && <ReloadLists />}
        </>
      }
      count={data?.sources.length}
      note={
        listsError && (
          <p role="alert">{`Couldn't load ${ledger.own} lists. ${listsError.message}`}</p>
        )
      }
      error={error}
      onRetry={() => refetch()}
      drafts={drafts}
    >
      <SourceTable<Source>
        label="Fees and other lines"
        sources={sources}
        rows={[
          ...choices
            .filter(({ names, savedOf }) => names.length > 0 || sources.some(savedOf))
            .map(({ key, label, names, savedOf, none, hint }) => ({
              ...{ key, label, hint: hint || undefined },
              cell: (source: Source, control: object) => (
                <NameChoice
                  {...control}
                  value={drafts.valueOf(source.connection_id)?.[key] ?? null}
                  names={names}
                  saved={savedOf(source)}
                  none={none}
                  disabled={drafts.saving}
                  onChoose={(id) => drafts.change(source.connection_id, { [key]: id })}
                />
              ),
            })),
          {
            ...{ key: "customer", label: "Customer" },
            cell: (source, control) => (
              <CustomerTag
                key={drafts.round}
                named={control["aria-label"]}
                customer={drafts.valueOf(source.connection_id)?.customer ?? null}
                onChoose={(customer) => drafts.change(source.connection_id, { customer })}
              />
            ),
          },
        ]}
      />
    </SourceSettingsCard>
  );
}

function bodyOf(source: Source): BodyOf<typeof saveLineSettings> {
  return {
    integration_type: source.integration_type,
    connection_id: source.connection_id,
    tax_code_id: source.tax_code?.Id ?? null,
    class_id: source.class?.Id ?? null,
    location_id: source.location?.Id ?? null,
    customer: source.customer,
    payment_method_id: source.payment_method?.Id ?? null,
  };
}
