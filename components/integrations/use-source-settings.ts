import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { expensesQuery } from "@/components/books/account-queries";
import { discountQuery } from "@/components/integrations/queries";
import { EMPTY_FORM, type SourceForm } from "@/components/integrations/source-form";
import type { Integration } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";

/** What is saved, once all of it is known. The rest can be set while the list of categories fails to load. */
export function useSourceSettings(provider: SourceProvider, connection: Integration) {
  const expenses = useQuery(expensesQuery);
  const discount = useQuery(discountQuery(provider));
  const { id: categoryId = "", Name: savedName } = connection.meta_data;
  const rate = provider.reportsFees ? EMPTY_FORM.discount : discount.data;
  const listSettled = expenses.data !== undefined || (expenses.isError && !expenses.isFetching);
  const saved = useMemo<SourceForm | undefined>(
    () => (listSettled && rate ? { categoryId, discount: rate } : undefined),
    [listSettled, categoryId, rate],
  );
  return {
    saved,
    savedName,
    expenses,
    error: saved || discount.isFetching ? null : discount.error,
    retry: () => void discount.refetch(),
  };
}
