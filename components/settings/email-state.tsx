import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountKeys, toastFailure } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { Profile } from "@/lib/contracts/profile";

/** What the account's address, or the one that is to replace it, waits for; draws nothing once it is confirmed. */
export function EmailState({ profile }: { profile: Profile }) {
  const { email, email_confirmed: isConfirmed, unconfirmed_email: waiting } = profile;
  const send = useSendConfirmation();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call("POST /user/confirm-email/cancel/"),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't cancel the change", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.profile }),
  });
  const isMoving = waiting !== null && waiting.toLowerCase() !== email.toLowerCase();
  if (isConfirmed && !isMoving) return null;
  return (
    <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-muted px-3 py-2 text-caption">
      <p className="min-w-0 flex-1 basis-56 text-pretty break-words">
        {isMoving
          ? `Waiting for ${waiting} to be confirmed. Until then, ${email} stays in use.`
          : "Not confirmed yet. We'll send no notifications to it, and a password reset will remove two-factor and your connections."}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {waiting === null ? "Send link" : "Resend"}
        </Button>
        {isMoving && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

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
