import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuthorizeForm } from "@/components/integrations/authorize-form";
import {
  authorizeExpenseQuery,
  discountQuery,
  expensesQuery,
} from "@/components/integrations/queries";

/** What is saved, once all of it is known. A list of categories that failed keeps nobody from the rest. */
export function useAuthorizeSettings() {
  const expenses = useQuery(expensesQuery);
  const category = useQuery(authorizeExpenseQuery);
  const discount = useQuery(discountQuery);
  const listSettled = expenses.data !== undefined || expenses.isError;
  const saved = useMemo<AuthorizeForm | undefined>(() => {
    if (!listSettled || !category.data || !discount.data) return undefined;
    const categoryId = category.data.expenses[0]?.meta_data.id ?? "";
    return { categoryId, discount: discount.data };
  }, [listSettled, category.data, discount.data]);
  const failed = [category, discount].filter(({ isError, isFetching }) => isError && !isFetching);
  return {
    saved,
    savedName: category.data?.expenses[0]?.meta_data.Name,
    expenses,
    error: saved ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
