import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lineSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { CustomerTag, NameChoice } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { LineLists, LineSettings, saveLineSettings } from "@/lib/contracts/line-settings";
import { feeTaxHint } from "@/lib/fee-tax-hint";

type Source = LineSettings["sources"][number];
type Body = BodyOf<typeof saveLineSettings>;

/** What the lines of one processor carry; each choice is saved at once. */
export function SourceLines({ source, lists }: { source: Source; lists: LineLists | undefined }) {
  const client = useQueryClient();
  // Starts the customer field anew, which keeps the text that was typed.
  const [removals, setRemovals] = useState(0);
  const save = useMutation({
    mutationFn: (body: Body) => call("PUT /settings/lines/", { body }),
    onSuccess: async ({ message }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: lineSettingsQuery.queryKey }),
        refreshBooks(client),
      ]);
      toast.success(message);
    },
    onError: (error) => toast.error("Couldn't save the choice", { description: error.message }),
  });
  const ledger = useLedger();
  const { tax } = useFormatPreferences();
  const taxCodes = lists?.tax_codes ?? [];
  const change = (changed: Partial<Body>) => save.mutate({ ...bodyOf(source), ...changed });
  const choices = [
    {
      ...{ key: "tax_code_id", label: `${tax.name} code`, none: "Not applicable" },
      ...{ saved: source.tax_code, names: taxCodes, hint: feeTaxHint(taxCodes, tax.name) },
    },
    {
      ...{ key: "class_id", ...ledger.class },
      ...{ saved: source.class, names: lists?.classes ?? [], hint: "" },
    },
    {
      ...{ key: "location_id", ...ledger.location },
      ...{ saved: source.location, names: lists?.locations ?? [], hint: "" },
    },
    {
      ...{ key: "payment_method_id", label: "Payment method", none: "No payment method" },
      ...{ saved: source.payment_method, names: lists?.payment_methods ?? [], hint: "" },
    },
  ] as const;
  return (
    <section aria-label={`Lines from ${source.name}`} className="grid gap-4">
      <h3 className="text-sm font-semibold">{source.name}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {choices
          .filter(({ names, saved }) => names.length > 0 || saved)
          .map(({ key, label, names, saved, none, hint }) => (
            <Field key={key} label={label} hint={hint || undefined}>
              {(control) => (
                <NameChoice
                  {...control}
                  value={saved?.Id ?? null}
                  names={names}
                  saved={saved}
                  none={none}
                  disabled={save.isPending}
                  onChoose={(id) => change({ [key]: id })}
                />
              )}
            </Field>
          ))}
        <CustomerTag
          key={removals}
          customer={source.customer}
          // Typing alone keeps what was chosen.
          onChoose={(customer) => customer && change({ customer })}
        />
      </div>
      {source.customer && (
        <div className="flex justify-end">
          <Button
            variant="ghost"
            size="sm"
            disabled={save.isPending}
            onClick={() =>
              save.mutate(
                { ...bodyOf(source), customer: null },
                { onSuccess: () => setRemovals(removals + 1) },
              )
            }
          >
            {`Remove ${source.customer.Name}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function bodyOf(source: Source): Body {
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
