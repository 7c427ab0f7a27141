import { useMutation } from "@tanstack/react-query";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import { useDayOf } from "@/components/ui/format-preferences";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { callForFile } from "@/lib/api";

const TIMEOUT_MS = 300_000;

/** Saves the filtered list, all pages of it, as a file for a spreadsheet. */
export function useExport() {
  const dayOf = useDayOf();
  return useMutation({
    mutationFn: (filter: DepositFilter) =>
      callForFile("GET /qb/deposits-export/", {
        query: { ...toCriteria(filter), sort: filter.sort },
        timeoutMs: TIMEOUT_MS,
      }),
    onSuccess: (file) => saveFile(file, `deposits-${dayOf(new Date())}.csv`),
    onError: (error) => toast.error("Couldn't export the deposits", { description: error.message }),
  });
}
