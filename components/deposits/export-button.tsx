import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { callForFile } from "@/lib/api";
import { dateInZone } from "@/lib/dates";

const TIMEOUT_MS = 300_000;

/** Saves the filtered list, all pages of it, as a file for a spreadsheet. */
export function ExportButton({
  filter,
  total,
}: {
  filter: DepositFilter;
  /** How many the filter lets through; undefined until it is known. */
  total: number | undefined;
}) {
  const save = useMutation({
    mutationFn: () =>
      callForFile("GET /qb/deposits-export/", {
        query: { ...toCriteria(filter), sort: filter.sort },
        timeoutMs: TIMEOUT_MS,
      }),
    onSuccess: (file) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      saveFile(file, `deposits-${dateInZone(new Date(), timeZone)}.csv`);
    },
    onError: (error) => toast.error("Couldn't export the deposits", { description: error.message }),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={!total}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {!save.isPending && <Download aria-hidden="true" />}
      Export CSV
    </Button>
  );
}
