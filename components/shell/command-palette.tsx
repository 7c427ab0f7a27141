"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Building2, Download, FileText, RefreshCw, Search, Send, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { DEFAULT_FILTER } from "@/components/deposits/filter";
import { depositSearchQuery } from "@/components/deposits/queries";
import { useExport } from "@/components/deposits/use-export";
import { useSyncAll } from "@/components/integrations/queries";
import { companiesQuery, useMay } from "@/components/session/companies";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { NAVIGATION } from "@/components/shell/navigation";
import { whyFound } from "@/components/shell/why-found";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { Kbd } from "@/components/ui/kbd";
import { KeyHint } from "@/components/ui/key-hint";
import { overlayClasses } from "@/components/ui/overlay";
import { useDebounced } from "@/components/ui/use-debounced";
import { MAX_SEARCH_LENGTH } from "@/lib/constants/deposits";

const SHOWN = 6;

const FURTHER_PAGES = [
  { href: "/dashboard/review", label: "Review" },
  { href: "/dashboard/activity", label: "Activity" },
  { href: "/help", label: "Help" },
];

const SETTINGS_PAGES = [
  "General",
  "Rules",
  "People",
  "Webhooks",
  "Account",
  "Notifications",
  "Security",
].map((tab) => ({ href: `/settings?tab=${tab.toLowerCase()}`, label: `Settings: ${tab}` }));

/** Finds deposits, and goes to pages, companies and actions. Loaded when it is first opened. */
export default function CommandPalette({
  onClose,
  takeKeys,
}: {
  onClose: () => void;
  /** What was typed before its field had the focus; empty from then on. */
  takeKeys: () => string;
}) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState("");
  // Called when the field is there and has the focus.
  const beginTyping = useCallback(
    (field: HTMLInputElement | null) => {
      const ahead = field ? takeKeys() : "";
      if (ahead !== "") setTyped(ahead);
    },
    [takeKeys],
  );
  const wanted = useDebounced(typed.trim());
  const search = useQuery({ ...depositSearchQuery(wanted, SHOWN), enabled: wanted !== "" });
  const isCurrent = typed.trim() === wanted && !search.isPlaceholderData;
  const found = wanted === "" || !isCurrent ? undefined : search.data;
  const firstId = found?.deposits[0]?.id;
  useEffect(() => {
    if (firstId !== undefined) setSelected(`deposit-${firstId}`);
  }, [firstId]);

  const exportAll = useExport();
  const syncAll = useSyncAll();
  const maySync = useMay("bookkeeper");
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const goTo = (address: string) => run(() => router.push(address));
  const isTyping = typed.trim() !== "";
  const fits = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const { companies = [], current } = useQuery(companiesQuery).data ?? {};
  const pages = [
    ...NAVIGATION,
    ...FURTHER_PAGES,
    ...(companies.length > 1 ? [{ href: "/companies", label: "All companies" }] : []),
    // Found by their names only: the list would be long.
    ...(isTyping ? SETTINGS_PAGES : []),
  ].filter(({ label }) => fits(label));
  const others = companies.filter(({ id, name }) => isTyping && id !== current && fits(name));
  const switchTo = useSwitchCompany();
  const actions = [
    ...(maySync
      ? [
          {
            label: "Sync now",
            icon: <RefreshCw aria-hidden="true" />,
            onSelect: () => syncAll.mutate(),
          },
          {
            label: "Post all",
            icon: <Send aria-hidden="true" />,
            // What is posted is looked at first.
            onSelect: () => router.push("/dashboard/review"),
          },
          {
            label: "Undo a posting",
            icon: <Undo2 aria-hidden="true" />,
            onSelect: () => router.push("/dashboard/activity"),
          },
        ]
      : []),
    {
      label: "Export deposits as CSV",
      icon: <Download aria-hidden="true" />,
      onSelect: () => exportAll.mutate(DEFAULT_FILTER),
    },
  ].filter(({ label }) => fits(label));

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-4 z-50 mx-auto max-w-xl overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command
            label="Search"
            shouldFilter={false}
            loop
            value={selected}
            onValueChange={setSelected}
          >
            <div className="flex items-center gap-3 border-b px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              <Command.Input
                autoFocus
                value={typed}
                onValueChange={setTyped}
                ref={beginTyping}
                maxLength={MAX_SEARCH_LENGTH}
                placeholder="Amount, customer, number, date or page"
                className="h-12 w-full bg-transparent outline-none placeholder:text-muted-foreground max-md:text-base"
              />
            </div>
            <Command.List label="Results" className="max-h-[min(24rem,60dvh)] overflow-y-auto p-2">
              {found && found.total > 0 && (
                <Group heading="Deposits">
                  {found.deposits.map((deposit) => (
                    <Item
                      key={deposit.id}
                      value={`deposit-${deposit.id}`}
                      onSelect={goTo(`/transaction/${deposit.id}`)}
                    >
                      <span className="grid min-w-0 flex-1">
                        <span className="truncate">
                          <DateText date={deposit.txn_date} /> · {deposit.source}
                        </span>
                        <span className="truncate text-caption text-muted-foreground">
                          {whyFound(deposit, wanted) || (deposit.reason?.text ?? deposit.source_id)}
                        </span>
                      </span>
                      <StatusBadge status={deposit.status} className="max-sm:hidden" />
                      <Amount value={deposit.total_amt} currency={deposit.currency} />
                    </Item>
                  ))}
                  <Item
                    value="all"
                    onSelect={goTo(`/transactions?${new URLSearchParams({ q: wanted })}`)}
                  >
                    <Search aria-hidden="true" />
                    Show all {found.total} in Transactions
                  </Item>
                </Group>
              )}
              {pages.length > 0 && (
                <Group heading="Pages">
                  {pages.map((page) => (
                    <Item key={page.href} value={page.href} onSelect={goTo(page.href)}>
                      <FileText aria-hidden="true" />
                      {page.label}
                      {"key" in page && (
                        <span className="ml-auto">
                          <KeyHint of={`g ${page.key}`} />
                        </span>
                      )}
                    </Item>
                  ))}
                </Group>
              )}
              {others.length > 0 && (
                <Group heading="Switch company">
                  {others.slice(0, SHOWN).map(({ id, name }) => (
                    <Item
                      key={id}
                      value={`company-${id}`}
                      onSelect={run(() => switchTo.mutate(id))}
                    >
                      <Building2 aria-hidden="true" />
                      <span dir="auto" className="truncate">
                        {name}
                      </span>
                    </Item>
                  ))}
                </Group>
              )}
              {actions.length > 0 && (
                <Group heading="Actions">
                  {actions.map(({ label, icon, onSelect }) => (
                    <Item key={label} value={label} onSelect={run(onSelect)}>
                      {icon}
                      {label}
                    </Item>
                  ))}
                </Group>
              )}
            </Command.List>
            <p role="status" className="px-4 text-sm text-muted-foreground not-empty:py-4">
              {isTyping && (isCurrent ? statusText(search) : SEARCHING)}
            </p>
          </Command>
          <Keys />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SEARCHING = "Searching…";

function statusText({
  data,
  isError,
  isFetching,
}: {
  data?: { total: number } | undefined;
  isError: boolean;
  isFetching: boolean;
}): string {
  if (isFetching && !data) return SEARCHING;
  if (isError) return "Couldn't search the deposits. Check your connection, then try again.";
  return data?.total === 0 ? "No deposits found." : "";
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  onSelect,
  children,
}: {
  value: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground"
    >
      {children}
    </Command.Item>
  );
}

/** Not on a phone, which has none. */
function Keys() {
  return (
    <ul
      aria-label="Keys"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2 text-caption text-muted-foreground max-sm:hidden"
    >
      {[
        ["↑ ↓", "move"],
        ["Enter", "open"],
        ["Esc", "close"],
        ["/", "search this page"],
        ["Ctrl K", "open this from anywhere"],
      ].map(([key, meaning]) => (
        <li key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd> {meaning}
        </li>
      ))}
    </ul>
  );
}
