import type { Integration } from "@/lib/contracts/integrations";

/** Which account is connected, and what its settings say. */
export function ConnectionFacts({ connection }: { connection: Integration }) {
  const { default_bank_name, Name } = connection.meta_data;
  const [label, value] =
    connection.integration_type === "quickbook"
      ? ["Bank account", default_bank_name]
      : ["Fees booked on", Name];
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-caption">
        <dt className="text-muted-foreground">Account</dt>
        <dd className="truncate">
          {connection.display_name}
          {!connection.livemode && " (test)"}
        </dd>
        <dt className="text-muted-foreground">{label}</dt>
        <dd className="truncate">{value || "Not chosen yet"}</dd>
      </dl>
      {connection.status === "expired" && (
        <p className="text-caption text-destructive">
          The connection has expired. Connect again to go on.
        </p>
      )}
    </>
  );
}
