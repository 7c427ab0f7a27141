"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { useMay } from "@/components/session/companies";
import { ListCard } from "@/components/settings/list-card";
import { healthQuery, toastFailure } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { cn } from "@/lib/cn";
import type { HealthCheck } from "@/lib/contracts/installation-health";

type Row = Omit<HealthCheck, "id"> & { id: HealthCheck["id"] | "address" };

const TITLES: Record<Row["id"], string> = {
  version: "Version",
  database: "Database",
  backup: "Backup",
  backup_test: "Test of the backups",
  mail: "Mail",
  jobs: "Jobs",
  keys: "Stored secrets",
  clock: "Clock",
  disk: "Disk",
  address: "Address",
  proxy: "Proxies",
  quickbooks_reads: "QuickBooks reads",
  xero_calls: "Xero calls",
  providers: "Providers",
  sign_in: "Sign-in providers",
};

const STATES = {
  ok: { label: "OK", Icon: CircleCheck, color: "text-success" },
  attention: { label: "Needs you", Icon: TriangleAlert, color: "text-warning" },
  unknown: { label: "Unknown", Icon: CircleHelp, color: "text-muted-foreground" },
} as const;

/** Whether this installation shows its health to the user: to owners, where it isn't open to strangers. */
export function useShowsHealth(): boolean {
  const isOwner = useMay("owner") === true;
  const { data } = useQuery({ ...healthQuery, enabled: isOwner });
  return isOwner && data !== undefined;
}

/** How the installation is, for those who look after it. */
export function Health() {
  const query = useQuery(healthQuery);
  const { data } = query;
  const rows = data && sorted([...data.checks, addressRow(data.app_url)]);
  const open = rows?.filter(({ state }) => state === "attention").length ?? 0;
  return (
    <ListCard
      cardClassName="max-w-3xl"
      title="Health of this installation"
      label="Health"
      description={rows ? summaryOf(open) : "Looking at the database, the disk and the settings…"}
      query={query}
      items={rows}
      failed="Couldn't load the installation's health"
      footer={
        <>
          <Button variant="outline" loading={query.isFetching} onClick={() => query.refetch()}>
            Check again
          </Button>
          <TestMail />
        </>
      }
    >
      {(row) => <HealthRow key={row.id} row={row} />}
    </ListCard>
  );
}

function HealthRow({ row: { id, state, text, action } }: { row: Row }) {
  const { label, Icon, color } = STATES[state];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-3 sm:grid-cols-[1.25rem_11rem_minmax(0,1fr)]">
      <Icon aria-hidden className={cn("mt-0.5 size-4", color)} />
      <h3 className="font-medium">
        {TITLES[id]} <span className="sr-only">({label})</span>
      </h3>
      <div className="col-start-2 grid gap-1 text-pretty break-words sm:col-start-3">
        <p className="text-muted-foreground">{text}</p>
        {action !== null && (
          <p>
            {state === "attention" && <span className={cn("font-medium", color)}>{label}: </span>}
            {action}
          </p>
        )}
      </div>
    </li>
  );
}

function TestMail() {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => call("POST /installation/test-mail/"),
    onSuccess: ({ sent, message }) => (sent ? toast.success(message) : toast.error(message)),
    onError: (error) => toastFailure("Couldn't send the mail", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  return (
    <Button loading={send.isPending} onClick={() => send.mutate()}>
      Send a test mail to me
    </Button>
  );
}

/** Only the browser knows under which address it came. */
function addressRow(appUrl: string): Row {
  const own = window.location.origin;
  if (own === appUrl) {
    const text = `You are at ${own}, which is APP_URL.`;
    return { id: "address", state: "ok", text, action: null };
  }
  return {
    id: "address",
    state: "attention",
    text: `You are at ${own}, but links in mails and sign-in lead to ${appUrl}.`,
    action: `Set APP_URL to ${own}, if that is the installation's address.`,
  };
}

const ORDER: readonly HealthCheck["state"][] = ["attention", "unknown", "ok"];

function sorted(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

function summaryOf(open: number): string {
  if (open === 0) return "Nothing needs you.";
  return open === 1 ? "One thing needs you." : `${open} things need you.`;
}
