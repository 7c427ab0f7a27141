import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { receiptSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { NameChoice } from "@/components/deposit-parts/tag-fields";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { useLedger } from "@/components/session/companies";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { ReceiptLists, ReceiptSettings, saveReceiptSettings } from "@/lib/contracts/receipts";

type Source = ReceiptSettings["sources"][number];

const load = () =>
  import("@/lib/contracts/choice-forms").then((forms) => forms.receiptSettingsForm);

/** What receipts of one processor are created with; saved on the button. */
export function SourceReceipts({
  source,
  lists,
}: {
  source: Source;
  lists: ReceiptLists | undefined;
}) {
  const ledger = useLedger();
  const client = useQueryClient();
  const { integration_type, connection_id, name } = source;
  const form = useForm({ resolver: useContractResolver(load), defaultValues: valuesOf(source) });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof saveReceiptSettings>) =>
      call("PUT /settings/receipts/", { body }),
    onSuccess: async ({ message }, { integration_type: _type, connection_id: _id, ...saved }) => {
      form.reset(saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: receiptSettingsQuery.queryKey }),
        refreshBooks(client),
      ]);
      toast.success(message);
    },
    onError: (error) =>
      toast.error("Couldn't save the receipt settings", { description: error.message }),
  });
  const { tax } = useFormatPreferences();
  const { items = [], tax_codes = [], classes = [] } = lists ?? {};
  const choices = [
    {
      field: "item_id",
      label: "Product or service",
      names: items,
      saved: source.item,
      none: "Ask each time",
    },
    {
      field: "refund_item_id",
      label: "Refund item",
      names: items,
      saved: source.refund_item,
      none: "Same as sales",
    },
    {
      field: "tax_code_id",
      label: `${tax.name} code`,
      names: tax_codes,
      saved: source.tax_code,
      none: tax.asked ? "Ask each time" : "No tax code",
    },
    { field: "class_id", ...ledger.class, names: classes, saved: source.class },
  ] as const;
  return (
    <form
      noValidate
      aria-label={`Receipts from ${name}`}
      onSubmit={form.handleSubmit((changed) =>
        save.mutate({ integration_type, connection_id, ...changed }),
      )}
      className="grid gap-4"
    >
      <h3 className="text-sm font-semibold">{name}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {choices
          .filter(({ names, saved }) => names.length > 0 || saved)
          .map(({ field: key, label, names, saved, none }) => (
            <Field key={key} label={label} error={errors[key]?.message}>
              {(control) => (
                <Controller
                  name={key}
                  control={form.control}
                  render={({ field }) => (
                    <NameChoice
                      {...control}
                      value={field.value}
                      names={names}
                      saved={saved}
                      none={none}
                      onChoose={field.onChange}
                    />
                  )}
                />
              )}
            </Field>
          ))}
      </div>
      <Field
        label="Memo (optional)"
        hint="Without one, the processor's description of the charge."
        error={errors.memo?.message}
      >
        {(control) => <Input {...control} maxLength={MEMO_LENGTH} {...form.register("memo")} />}
      </Field>
      <div className="flex justify-end gap-3">
        {isDirty && (
          <Button variant="ghost" disabled={save.isPending} onClick={() => form.reset()}>
            Discard
          </Button>
        )}
        <Button type="submit" variant="outline" disabled={!isDirty} loading={save.isPending}>
          Save receipts from {name}
        </Button>
      </div>
      <UnsavedChanges dirty={isDirty && !save.isPending} />
    </form>
  );
}

function valuesOf({ item, refund_item, tax_code, class: chosen, memo }: Source) {
  return {
    item_id: item?.Id ?? null,
    refund_item_id: refund_item?.Id ?? null,
    tax_code_id: tax_code?.Id ?? null,
    class_id: chosen?.Id ?? null,
    memo,
  };
}
