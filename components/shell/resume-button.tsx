import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { CompanyProvider } from "@/components/session/company-provider";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

/** For owners of a restored copy that is to take the original's place. */
export default function ResumeButton() {
  return (
    <CompanyProvider>
      <Resume />
    </CompanyProvider>
  );
}

function Resume() {
  const ledger = useLedger();
  const resume = useMutation({
    mutationFn: () => call("POST /installation/resume/"),
    // The server renders the banner, so the page is reloaded.
    onSuccess: () => window.location.reload(),
    onError: (error) => toast.error("Couldn't resume", { description: error.message }),
  });
  return (
    <Allowed to="owner">
      <ConfirmDialog
        title="Is the original switched off?"
        text={`From now on this copy syncs, posts and mails in the original's place. While the original still runs, both post to the same books, and each ends the other's access to ${ledger.name}.`}
        action="Resume this copy"
        cancel="Not yet"
        onConfirm={() => resume.mutate()}
        trigger={
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11 max-sm:w-full"
            loading={resume.isPending}
          >
            Resume this copy
          </Button>
        }
      />
    </Allowed>
  );
}
