import type { Role } from "@/lib/constants/roles";
import type { Deposit, OpenReason } from "@/lib/contracts/deposits";
import { describeProvider, LEDGER, sourceProviders } from "@/lib/providers/list";

/** What the button of a reason does: it opens a page, or asks the server. `to`: the least role that can finish it. */
export type ReasonWay = { label: string; to: Role } & ({ href: string } | { does: ReasonRequest });

/** What a button asks the server. */
export type ReasonRequest = "retry" | "check_again" | "post_on_open_day" | "put_aside";

/** Reasons that a correction in QuickBooks resolves. Other reasons have their own button. */
const MENDED_IN_BOOKS: ReadonlySet<OpenReason["code"]> = new Set([
  "amount_differs",
  "partly_paid",
  "missing",
  "invoice_open",
  "outside_window",
  "currency_differs",
  "in_bank",
  "other_account",
]);

export const CHECK_AGAIN: ReasonWay = {
  label: "Check again",
  to: "bookkeeper",
  does: "check_again",
};

/** The one thing to do about a reason; null where nothing can be done but wait. */
export function reasonWay(
  { action, line_id }: OpenReason,
  deposit: Pick<Deposit, "id" | "source">,
): ReasonWay | null {
  const here = `/transaction/${deposit.id}${line_id === null ? "" : `?line=${line_id}`}`;
  switch (action) {
    case null:
      return null;
    case "review":
      return { label: "Review", to: "viewer", href: here };
    case "choose":
      // A payout that is matched as a whole has no line to choose for.
      return {
        label: "Choose",
        to: "bookkeeper",
        href: line_id === null ? `/manual-match?deposit=${deposit.id}` : here,
      };
    case "create_receipt":
      return { label: "Create receipt", to: "bookkeeper", href: here };
    case "receive_payment":
      return { label: "Receive payment", to: "bookkeeper", href: here };
    case "choose_account":
      return { label: "Choose account", to: "bookkeeper", href: here };
    case "connect":
      return { label: "Go to Integrations", to: "admin", href: "/integrations?tab=accounting" };
    case "ledger_settings": {
      const { name, wire } = describeProvider(LEDGER);
      return {
        label: `Open ${name} Settings`,
        to: "admin",
        href: `/integrations?tab=accounting&settings=${wire}`,
      };
    }
    case "source_settings": {
      const { source } = deposit;
      const wire = sourceProviders().find(({ name }) => name === source)?.wire;
      return {
        label: `Open ${source} Settings`,
        to: "admin",
        href: wire === undefined ? "/integrations" : `/integrations?settings=${wire}`,
      };
    }
    case "post_on_open_day":
      return { label: "Post on the first open day", to: "bookkeeper", does: "post_on_open_day" };
    case "put_aside":
      return { label: "Booked elsewhere", to: "bookkeeper", does: "put_aside" };
    case "retry":
      return { label: "Retry", to: "bookkeeper", does: "retry" };
    case "check_again":
      return CHECK_AGAIN;
  }
}

/** Whether to offer Check again next to the main action. */
export function canCheckAgain({ code, action }: OpenReason): boolean {
  return action !== "check_again" && MENDED_IN_BOOKS.has(code);
}
