import { useMutation } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { openCompany } from "@/lib/tab-company";

/**
 * Shows another company in this tab; tabs to come begin with it. Other open tabs keep theirs.
 * @param address the page to open; its dashboard unless named
 */
export function useSwitchCompany(address?: string) {
  return useMutation({
    mutationFn: (company_id: string) => call("POST /companies/switch/", { body: { company_id } }),
    onSuccess: ({ company }) => openCompany(company.id, address),
    onError: (error) => toast.error("Couldn't switch the company", { description: error.message }),
  });
}
