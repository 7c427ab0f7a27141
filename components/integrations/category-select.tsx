import { AccountSelect } from "@/components/integrations/account-select";
import type { Account } from "@/components/integrations/settings-mutations";
import { Button } from "@/components/ui/button";

interface CategorySelectProps {
  savedName: string | undefined;
  accounts: readonly Account[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Why the list could not be loaded: it is empty then. */
  failure: Error | null;
  onRetry: () => void;
}

/** The expense category of a processor's fees, and which one is saved. */
export function CategorySelect({ savedName, failure, onRetry, ...props }: CategorySelectProps) {
  return (
    <AccountSelect
      label="Expense category"
      placeholder="Select expense category"
      emptyText={
        failure ? (
          <span role="alert" className="text-destructive">
            {`Couldn't load the categories. ${failure.message} `}
            <Button variant="link" size="sm" className="h-auto px-0" onClick={onRetry}>
              Retry
            </Button>
          </span>
        ) : (
          "Connect QuickBooks first. Categories come from your chart of accounts."
        )
      }
      note={savedName && `Currently selected: ${savedName}`}
      {...props}
    />
  );
}
