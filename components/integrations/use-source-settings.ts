import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { expensesQuery } from "@/components/books/account-queries";
import { discountQuery } from "@/components/integrations/queries";
import { EMPTY_FORM, offered, type SourceForm } from "@/components/integrations/source-form";
import type { Integration } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";

const NOTHING = { ...EMPTY_FORM.discount, is_default: false };

/** What is saved, once all of it is known. The rest can be set while the list of categories fails to load. */
export function useSourceSettings(provider: SourceProvider, connection: Integration) {
  const expenses = useQuery(expensesQuery);
  const discount = useQuery(discountQuery(provider));
  const { id: categoryId = "", Name: savedName } = connection.meta_data;
  const rate = provider.reportsFees ? NOTHING : discount.data;
  const listSettled = expenses.data !== undefined || (expenses.isError && !expenses.isFetching);
  const forms = useMemo(() => {
    if (!listSettled || !rate) return undefined;
    const { is_default, ...chosen } = rate;
    const saved: SourceForm = { categoryId, discount: chosen };
    return { saved, initial: offered(saved, { is_default }) };
  }, [listSettled, categoryId, rate]);
  return {
    saved: forms?.saved,
    initial: forms?.initial,
    savedName,
    expenses,
    error: forms || discount.isFetching ? null : discount.error,
    retry: () => void discount.refetch(),
  };
}
