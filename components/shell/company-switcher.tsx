"use client";

import { useQuery } from "@tanstack/react-query";
import { companiesQuery } from "@/components/session/companies";
import { useOnDemand } from "@/components/ui/use-on-demand";
import { CompanyButton } from "./user-button";

const loadMenu = () => import("@/components/shell/company-menu");

/** Whose books these are; with several companies, the way to the others. */
export function CompanySwitcher() {
  const { data } = useQuery(companiesQuery);
  const { Part: Menu, show, preload } = useOnDemand(loadMenu);
  const own = data?.companies.find(({ id }) => id === data.current);
  if (!data || !own) return null;
  if (data.companies.length === 1) {
    return (
      <p
        dir="auto"
        title={own.name}
        className="max-w-44 min-w-0 truncate text-caption text-muted-foreground max-xl:hidden"
      >
        {own.name}
      </p>
    );
  }
  return Menu ? (
    <Menu name={own.name} list={data} />
  ) : (
    <CompanyButton name={own.name} aria-haspopup="menu" onClick={show} {...preload} />
  );
}
