import { ExternalLink } from "@/components/ui/external-link";
import type { MatchView } from "@/lib/contracts/match-views";
import { kindName } from "./kind-name";

/** "Sales receipt 1042", a link to its page in QuickBooks. */
export function PaymentName({ payment }: { payment: MatchView["payments"][number] }) {
  const { kind, number, quickbooks_url, planned } = payment;
  if (planned) return `${kindName(kind)}, created when posted`;
  const name = `${kindName(kind)} ${number}`;
  if (quickbooks_url === "") return name;
  return (
    <ExternalLink href={quickbooks_url} className="font-normal">
      {name}
    </ExternalLink>
  );
}
