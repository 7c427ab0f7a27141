import { PostsFrom } from "@/components/integrations/posts-from";
import { Button } from "@/components/ui/button";
import type { Integration } from "@/lib/contracts/integrations";
import { providerOfWire } from "@/lib/providers/list";

/** Which account is connected, and what its settings say. */
export function ConnectionFacts({
  connection,
  onChoose,
}: {
  connection: Integration;
  onChoose?: () => void;
}) {
  const { default_bank_name, Name } = connection.meta_data;
  const { name, role } = providerOfWire(connection.integration_type);
  const isLedger = role === "ledger";
  const chosen = isLedger ? default_bank_name : Name;
  const expired = connection.status === "expired";
  return (
    <>
      {expired && (
        <p className="text-caption text-destructive">
          Your {name} connection has expired. Reconnect to continue; nothing is lost.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-caption">
        <dt className="text-muted-foreground">Account</dt>
        <dd className="truncate">
          {connection.display_name}
          {!connection.livemode && " (test)"}
        </dd>
        <dt className="text-muted-foreground">{isLedger ? "Bank account" : "Fee account"}</dt>
        <dd className="truncate">
          {chosen || "Not set"}
          {!chosen && !expired && onChoose && (
            <Button
              variant="link"
              size="sm"
              className="ml-2 h-auto px-0"
              aria-label={isLedger ? "Choose a bank account" : "Choose an expense category"}
              onClick={onChoose}
            >
              Choose
            </Button>
          )}
        </dd>
      </dl>
      <PostsFrom connection={connection} />
    </>
  );
}
