import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/components/settings/queries";
import { toastFailure } from "@/components/settings/toast-failure";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

/** Mails a fresh link to the address that waits for its confirmation. */
export function useSendConfirmation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /user/confirm-email/send/"),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't send the link", error),
    // It may have been confirmed in another tab.
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.profile }),
  });
}
