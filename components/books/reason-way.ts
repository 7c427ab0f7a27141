import type { Deposit, OpenReason } from "@/lib/contracts/deposits";
import { describeProvider, LEDGER, sourceProviders } from "@/lib/providers/list";

/** What the button of a reason does: it opens a page, or asks the server. */
export type ReasonWay = { label: string; href: string } | { label: string; does: ReasonRequest };

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
      return { label: "Review", href: here };
    case "choose":
      // A payout that is matched as a whole has no line to choose for.
      return {
        label: "Choose",
        href: line_id === null ? `/manual-match?deposit=${deposit.id}` : here,
      };
    case "create_receipt":
      return { label: "Create receipt", href: here };
    case "receive_payment":
      return { label: "Receive payment", href: here };
    case "choose_account":
      return { label: "Choose account", href: here };
    case "connect":
      return { label: "Go to Integrations", href: "/integrations?tab=accounting" };
    case "ledger_settings": {
      const { name, wire } = describeProvider(LEDGER);
      return {
        label: `Open ${name} Settings`,
        href: `/integrations?tab=accounting&settings=${wire}`,
      };
    }
    case "source_settings": {
      const { source } = deposit;
      const wire = sourceProviders().find(({ name }) => name === source)?.wire;
      return {
        label: `Open ${source} Settings`,
        href: wire === undefined ? "/integrations" : `/integrations?settings=${wire}`,
      };
    }
    case "post_on_open_day":
      return { label: "Post on the first open day", does: "post_on_open_day" };
    case "put_aside":
      return { label: "Booked elsewhere", does: "put_aside" };
    case "retry":
      return { label: "Retry", does: "retry" };
    case "check_again":
      return { label: "Check again", does: "check_again" };
  }
}

/** Whether to offer Check again next to the main action. */
export function canCheckAgain({ code, action }: OpenReason): boolean {
  return action !== "check_again" && MENDED_IN_BOOKS.has(code);
}
