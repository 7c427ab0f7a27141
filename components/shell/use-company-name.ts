import { useQuery } from "@tanstack/react-query";
import { companySettingsQuery } from "@/components/settings/queries";

/** The name of the company whose books are shown; undefined until it is known. */
export function useCompanyName(): string | undefined {
  return useQuery(companySettingsQuery).data?.company_name;
}
