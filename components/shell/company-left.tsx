import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { companiesQuery } from "@/components/session/companies";
import { toast } from "@/components/ui/toast";
import { companyLeft, openCompany, subscribeCompany } from "@/lib/tab-company";

/** Tells the user that a link has switched this tab to another company, with a way back. */
export function CompanyLeft() {
  const left = useSyncExternalStore(subscribeCompany, companyLeft, () => null);
  const { data } = useQuery(companiesQuery);
  const own = data?.companies.find(({ id }) => id === data.current)?.name;
  const before = data?.companies.find(({ id }) => id === left)?.name;
  useEffect(() => {
    if (left === null || own === undefined) return;
    toast.info(`You're now in ${own}`, {
      id: "company-left",
      description: "The link that you opened belongs to this company.",
      duration: Number.POSITIVE_INFINITY,
      ...(before !== undefined && {
        action: { label: `Back to ${before}`, onClick: () => openCompany(left) },
      }),
    });
  }, [left, own, before]);
  return null;
}
