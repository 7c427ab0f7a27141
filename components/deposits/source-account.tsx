import type { Deposit } from "@/lib/contracts/deposits";
import type { Integration } from "@/lib/contracts/integrations";
import { sourceProviders } from "@/lib/providers/list";

/** " · Sample Company Wholesale": of which account at its processor a deposit is, where the company has several. */
export function SourceAccount({
  deposit: { source, source_account },
  several,
}: {
  deposit: Pick<Deposit, "source" | "source_account">;
  /** From useSeveralAccounts: once for a list, not for each of its rows. */
  several: Integration[];
}) {
  const wire = sourceProviders().find(({ name }) => name === source)?.wire;
  const isOneOfSeveral = several.some(({ integration_type }) => integration_type === wire);
  if (!isOneOfSeveral || source_account === "") return null;
  return <span className="font-normal text-muted-foreground"> · {source_account}</span>;
}
