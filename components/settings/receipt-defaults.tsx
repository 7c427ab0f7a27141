"use client";

import { useQuery } from "@tanstack/react-query";
import {
  receiptListsQuery,
  receiptSettingsQuery,
} from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { NameChoice } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { SourceSettingsCard } from "@/components/settings/source-settings-card";
import { SourceTable } from "@/components/settings/source-table";
import { useDrafts } from "@/components/settings/use-drafts";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/api";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { ReceiptSettings, saveReceiptSettings } from "@/lib/contracts/receipts";

type Source = ReceiptSettings["sources"][number];

/** What receipts are created with, by payment processor. */
export function ReceiptDefaults() {
  const ledger = useLedger();
  const { tax } = useFormatPreferences();
  const { data, error, refetch } = useQuery(receiptSettingsQuery);
  const { data: lists, error: listsError } = useQuery(receiptListsQuery);
  const sources = data?.sources ?? [];
  const drafts = useDrafts({
    saved: new Map(sources.map((source) => [source.connection_id, bodyOf(source)])),
    save: (body) => call("PUT /settings/receipts/", { body }),
    queryKey: receiptSettingsQuery.queryKey,
    failed: "Couldn't save the receipt settings",
  });
  const { items = [], tax_codes = [], classes = [] } = lists ?? {};
  const choices = [
    {
      key: "item_id",
      ...{ label: "Product or service", names: items, none: "Ask each time" },
      savedOf: (source: Source) => source.item,
    },
    {
      key: "refund_item_id",
      ...{ label: "Refund item", names: items, none: "Same as sales" },
      savedOf: (source: Source) => source.refund_item,
    },
    {
      key: "tax_code_id",
      ...{ label: `${tax.name} code`, names: tax_codes },
      ...{ none: tax.asked ? "Ask each time" : "No tax code" },
      savedOf: (source: Source) => source.tax_code,
    },
    {
      key: "class_id",
      ...{ ...ledger.class, names: classes },
      savedOf: (source: Source) => source.class,
    },
  ] as const;
  return (
    <SourceSettingsCard
      id="receipts"
      title="Receipts"
      description={
        <>
          Filled in when you record a receipt for a charge or refund that {ledger.name} doesn't
          have. Nothing is created automatically.{" "}
          {lists && lists.items.length > 0 && <ReloadLists />}
        </>
      }
      count={data?.sources.length}
      note={
        <>
          {listsError && (
            <p role="alert">{`Couldn't load ${ledger.own} lists. ${listsError.message}`}</p>
          )}
          {lists?.items.length === 0 && (
            <p className="text-sm text-muted-foreground">
              Connect {ledger.name} first. Products and services come from there.
            </p>
          )}
        </>
      }
      error={error}
      onRetry={() => refetch()}
      drafts={drafts}
    >
      <SourceTable<Source>
        label="Receipts"
        sources={sources}
        rows={[
          ...choices
            .filter(({ names, savedOf }) => names.length > 0 || sources.some(savedOf))
            .map(({ key, label, names, savedOf, none }) => ({
              ...{ key, label },
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
            key: "memo",
            ...{ label: "Memo" },
            hint: "Blank: the processor's description of the charge.",
            cell: (source, control) => (
              <Input
                {...control}
                maxLength={MEMO_LENGTH}
                value={drafts.valueOf(source.connection_id)?.memo ?? ""}
                onChange={({ target }) =>
                  drafts.change(source.connection_id, { memo: target.value })
                }
              />
            ),
          },
        ]}
      />
    </SourceSettingsCard>
  );
}

function bodyOf(source: Source): BodyOf<typeof saveReceiptSettings> {
  const { integration_type, connection_id, item, refund_item, tax_code, memo } = source;
  return {
    ...{ integration_type, connection_id },
    item_id: item?.Id ?? null,
    refund_item_id: refund_item?.Id ?? null,
    tax_code_id: tax_code?.Id ?? null,
    class_id: source.class?.Id ?? null,
    memo,
  };
}
