"use client";

import { useQuery } from "@tanstack/react-query";
import {
  receiptListsQuery,
  receiptSettingsQuery,
} from "@/components/deposit-parts/existing-queries";
import { useLedger } from "@/components/session/companies";
import { ChoiceTable } from "@/components/settings/choice-table";
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
  const { data: lists, error } = useQuery(receiptListsQuery);
  const { items = [], tax_codes = [], classes = [] } = lists ?? {};
  return (
    <ChoiceTable<Source, BodyOf<typeof saveReceiptSettings>>
      id="receipts"
      title="Receipts"
      description={`Filled in when you record a receipt for a charge or refund that ${ledger.name} doesn't have. Nothing is created automatically.`}
      settings={useQuery(receiptSettingsQuery)}
      settingsKey={receiptSettingsQuery.queryKey}
      lists={{
        ...{ name: `${ledger.own} lists`, error, count: lists?.items.length },
        source: "Products and services come from there.",
      }}
      bodyOf={bodyOf}
      save={(body) => call("PUT /settings/receipts/", { body })}
      failed="Couldn't save the receipt settings"
      rows={[
        {
          ...{ key: "item_id", label: "Product or service", none: "Ask each time" },
          ...{ names: items, savedOf: (source) => source.item },
        },
        {
          ...{ key: "refund_item_id", label: "Refund item", none: "Same as sales" },
          ...{ names: items, savedOf: (source) => source.refund_item },
        },
        {
          ...{ key: "tax_code_id", label: `${tax.name} code` },
          none: tax.asked ? "Ask each time" : "No tax code",
          ...{ names: tax_codes, savedOf: (source) => source.tax_code },
        },
        {
          ...{ key: "class_id", ...ledger.class },
          ...{ names: classes, savedOf: (source) => source.class },
        },
        {
          ...{ key: "memo", label: "Memo" },
          hint: "Blank: the processor's description of the charge.",
          cell: ({ value, change, control }) => (
            <Input
              {...control}
              maxLength={MEMO_LENGTH}
              value={value.memo}
              onChange={({ target }) => change({ memo: target.value })}
            />
          ),
        },
      ]}
    />
  );
}

function bodyOf(source: Source): BodyOf<typeof saveReceiptSettings> {
  const { integration_type, connection_id, item, refund_item, tax_code, memo } = source;
  return {
    ...{ integration_type, connection_id, memo },
    item_id: item?.Id ?? null,
    refund_item_id: refund_item?.Id ?? null,
    tax_code_id: tax_code?.Id ?? null,
    class_id: source.class?.Id ?? null,
  };
}
