import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSendConfirmation } from "./email-state";

interface Props {
  email: string;
  /** A link was mailed there. */
  sent: boolean;
  onDismiss: () => void;
}

/** Shown below the navigation until the account's address is confirmed. */
export default function ConfirmEmailBanner({ email, sent, onDismiss }: Props) {
  const send = useSendConfirmation();
  return (
    <>
      <p className="min-w-0 flex-1 basis-56 text-pretty break-words">
        <span className="font-medium">Confirm your email address.</span>{" "}
        {sent ? `Open the link that we sent to ${email}.` : `We'll send a link to ${email}.`}
      </p>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {sent ? "Resend" : "Send link"}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="max-md:size-11"
          aria-label="Hide until the next visit"
          onClick={onDismiss}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}
