"use client";

import { ANSWER } from "@/components/deposit-parts/case-marks";
import { type HelpAbout, HelpLink } from "@/components/help/help-link";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { ExternalLink } from "@/components/ui/external-link";
import { RowLink } from "@/components/ui/row-link";
import { cn } from "@/lib/cn";
import type { Role } from "@/lib/constants/roles";
import type { Deposit, OpenReason } from "@/lib/contracts/deposits";
import type { LedgerWords } from "@/lib/ledger-words";
import { sourceProviders } from "@/lib/providers/list";
import { type AskedSetting, AskSetting } from "./ask-setting";
import { PutAsideButton } from "./put-aside-button";
import { useCheckAgain, usePostOnOpenDay, useRetryPosting } from "./use-undo";

interface OpenReasonProps {
  reason: OpenReason;
  deposit: Pick<Deposit, "id" | "source">;
  /** In a row of a list: one line, its button alone; on a phone two lines above the button. */
  compact?: boolean;
  /** The button stands out: at most one of a page does. */
  primary?: boolean;
  className?: string | undefined;
}

/** Why a deposit is open, in a sentence, and the button that does something about it. */
export function OpenReasonLine({
  reason,
  deposit,
  compact = false,
  primary = false,
  className,
}: OpenReasonProps) {
  const ledger = useLedger();
  const way = reasonWay(reason, deposit, ledger);
  const help = reason.action && HELP[reason.action];
  if (compact) {
    return (
      <div
        className={cn(
          "flex min-w-0 gap-x-3 text-caption max-md:flex-col max-md:items-start md:items-center",
          className,
        )}
      >
        <p
          className="min-w-0 text-muted-foreground max-md:line-clamp-2 max-md:whitespace-normal md:truncate"
          title={reason.text}
        >
          {reason.text}
        </p>
        {way && <Way way={way} depositId={deposit.id} variant="link" />}
      </div>
    );
  }
  return (
    <div className={cn("grid gap-2 text-sm", className)}>
      <p className="text-foreground">{reason.text}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {way && <Way way={way} depositId={deposit.id} variant={primary ? "default" : "outline"} />}
        {canCheckAgain(reason) && (
          <Way
            way={CHECK_AGAIN}
            depositId={deposit.id}
            // Alone, a button without a border would look indented.
            variant={way ? "ghost" : "outline"}
          />
        )}
        {reason.quickbooks_url !== "" && (
          <ExternalLink href={reason.quickbooks_url}>{`Open in ${ledger.name}`}</ExternalLink>
        )}
        {help && <HelpLink {...help} />}
      </div>
      {reason.details !== "" && (
        <details className="text-caption text-muted-foreground">
          <summary className="w-fit cursor-pointer rounded-sm">Details</summary>
          <p className="pt-1 break-words">{reason.details}</p>
        </details>
      )}
    </div>
  );
}

/** Actions whose consequences may be doubted. */
const HELP: Partial<Record<NonNullable<OpenReason["action"]>, HelpAbout>> = {
  post_on_open_day: { topic: "closed-books", about: "the first open day" },
  put_aside: { topic: "booked-elsewhere", about: "booked elsewhere" },
  match_from_account: { topic: "clearing", about: "clearing accounts" },
};

function Way({
  way,
  depositId,
  variant,
}: {
  way: ReasonWay;
  depositId: number;
  variant: "default" | "outline" | "ghost" | "link";
}) {
  // In a row the text alone is the target: the row itself is 44 px high.
  const place = variant === "link" ? "h-auto px-0" : "";
  const marks = variant === "default" ? { [ANSWER]: "" } : {};
  const { label, to } = way;
  return (
    <Allowed to={to} instead={variant !== "link" && <ForAdmins to={to} />}>
      {"href" in way && (
        <Button asChild size="sm" variant={variant} className={place}>
          <RowLink href={way.href} {...marks}>
            {label}
          </RowLink>
        </Button>
      )}
      {"asks" in way && (
        <AskSetting {...{ asks: way.asks, label, variant, marks }} className={place} />
      )}
      {"does" in way && way.does === "put_aside" && (
        <PutAsideButton ids={[depositId]} size="sm" {...{ variant, marks }} className={place} />
      )}
      {"does" in way && way.does !== "put_aside" && (
        <Request {...{ does: way.does, label, depositId, variant, place, marks }} />
      )}
    </Allowed>
  );
}

/** In place of what takes a setting: whom to ask. */
export function ForAdmins({ to }: { to: Role }) {
  if (to !== "admin") return null;
  return <p className="text-caption text-muted-foreground">An owner or admin can change this.</p>;
}

function Request({
  does,
  label,
  depositId,
  variant,
  place,
  marks,
}: {
  /** What asks nothing more. */
  does: Exclude<ReasonRequest, "put_aside">;
  label: string;
  depositId: number;
  variant: "default" | "outline" | "ghost" | "link";
  place: string;
  marks: Record<string, string>;
}) {
  const retry = useRetryPosting();
  const check = useCheckAgain();
  const openDay = usePostOnOpenDay();
  const isPending = [retry, check, openDay].some((each) => each.isPending);
  const request = () => {
    if (does === "retry") retry.mutate(depositId);
    else if (does === "check_again") check.mutate(depositId);
    else openDay.mutate({ id: depositId, on: true });
  };
  return (
    <Button
      size="sm"
      variant={variant}
      className={place}
      loading={isPending}
      onClick={request}
      {...marks}
    >
      {label}
    </Button>
  );
}

/** What the button of a reason does: it opens a page, or asks the server. `to`: the least role that can finish it. */
type ReasonWay = { label: string; to: Role } & (
  | { href: string }
  | { does: ReasonRequest }
  | { asks: AskedSetting }
);

/** What a button asks the server. */
type ReasonRequest = "retry" | "check_again" | "post_on_open_day" | "put_aside";

/** Reasons that a correction in the books resolves. Other reasons have their own button. */
const MENDED_IN_BOOKS: ReadonlySet<OpenReason["code"]> = new Set([
  "amount_differs",
  "partly_paid",
  "part_of_payment",
  "missing",
  "invoice_open",
  "outside_window",
  "currency_differs",
  "in_bank",
  "other_account",
]);

const CHECK_AGAIN: ReasonWay = {
  label: "Check again",
  to: "bookkeeper",
  does: "check_again",
};

/** The one thing to do about a reason; null where nothing can be done but wait. */
export function reasonWay(
  reason: OpenReason,
  deposit: Pick<Deposit, "id" | "source">,
  ledger: LedgerWords,
): ReasonWay | null {
  const { action, line_id, book_to, account } = reason;
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
      return {
        label: book_to === "" ? "Choose account" : `Book to ${book_to}`,
        ...{ to: "bookkeeper", href: here },
      };
    case "connect":
      return { label: "Go to Integrations", to: "admin", href: "/integrations?tab=accounting" };
    case "match_from_account":
      return { label: `Match from ${account}`, to: "admin", asks: { account } };
    case "negative_account":
      // Other ledgers take what is below zero: their settings have what is missing.
      if (ledger.wire !== "quickbook")
        return reasonWay({ ...reason, action: "ledger_settings" }, deposit, ledger);
      return {
        label: "Choose account for negative payouts",
        to: "admin",
        asks: "negative_account",
      };
    case "ledger_settings":
      return {
        label: `Open ${ledger.name} Settings`,
        to: "admin",
        href: `/integrations?tab=accounting&settings=${ledger.wire}`,
      };
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
      return { label: "Mark as booked elsewhere", to: "bookkeeper", does: "put_aside" };
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
