import { useMutation } from "@tanstack/react-query";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { callForFile } from "@/lib/api";
import { dateInZone } from "@/lib/dates";

const TIMEOUT_MS = 300_000;

/** Saves the filtered list, all pages of it, as a file for a spreadsheet. */
export function useExport() {
  return useMutation({
    mutationFn: (filter: DepositFilter) =>
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
}
