"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useLedger } from "@/components/session/companies";
import { companySettingsQuery } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { CompanySettings } from "@/lib/contracts/settings";
import type { LedgerWords } from "@/lib/ledger-words";

/** What the country of the books set when they were first connected, until someone has seen it. For who may change it. */
export function AdoptedNotice() {
  const ledger = useLedger();
  const client = useQueryClient();
  const settings = useQuery(companySettingsQuery).data;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST /settings/adopted/"),
    onSuccess: () => client.invalidateQueries({ queryKey: companySettingsQuery.queryKey }),
    onError: (error) => toast.error("Couldn't keep the settings", { description: error.message }),
  });
  if (!settings?.adopted) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-lg border bg-card p-4 text-sm"
    >
      <Globe aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        {adoptedWords(settings.adopted, settings.tax.name, ledger)}{" "}
        <TextLink href="/settings">Change</TextLink>
      </p>
      <Button variant="outline" size="sm" loading={isPending} onClick={() => mutate()}>
        Keep
      </Button>
    </div>
  );
}

/** "Set from QuickBooks: United Kingdom, DD-MM-YYYY, London, VAT." */
export function adoptedWords(
  { country, date_format, timezone }: NonNullable<CompanySettings["adopted"]>,
  tax: string,
  ledger: LedgerWords,
): string {
  const place = timezone?.split("/").at(-1)?.replaceAll("_", " ");
  const parts = [country, date_format, place, tax === "Tax" ? "" : tax].filter(Boolean);
  return `Set from ${ledger.name}: ${parts.join(", ")}.`;
}
