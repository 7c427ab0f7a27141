import { useMutation } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { openCompany } from "@/lib/tab-company";

/** Shows another company in this tab; tabs to come begin with it. Other open tabs keep theirs. */
export function useSwitchCompany() {
  return useMutation({
    mutationFn: (company_id: string) => call("POST /companies/switch/", { body: { company_id } }),
    onSuccess: ({ company }) => openCompany(company.id),
    onError: (error) => toast.error("Couldn't switch the company", { description: error.message }),
  });
}
