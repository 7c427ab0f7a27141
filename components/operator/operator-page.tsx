"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { EmptyState } from "@/components/feedback/empty-state";
import { PageHeader } from "@/components/feedback/page-header";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { OperatorReads } from "@/lib/contracts/operator";
import { formatCount } from "@/lib/format";

type CompanyRow = OperatorReads["companies"][number];

/** QuickBooks API usage by company, for the installation's operator. The token is kept in memory only. */
export function OperatorPage() {
  const [token, setToken] = useState("");
  const [shown, setShown] = useState<OperatorReads | null>(null);
  const reads = useMutation({ mutationFn: readWith, onSuccess: setShown });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reads.mutate(token);
  };
  const load = () => reads.mutate(token);
  if (!shown) {
    return (
      <div className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col justify-center px-4 py-12">
        <h1 className="mb-6 text-xl font-semibold tracking-tight">Operator</h1>
        <form onSubmit={submit} className="grid gap-4 rounded-lg border bg-card p-6">
          <Field
            label="Operator token"
            hint="The value of OPERATOR_TOKEN on the server. It isn't stored in this browser."
            error={reads.error?.message}
          >
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="off"
                value={token}
                onChange={({ target }) => setToken(target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={token === "" || reads.isPending}>
            Show reads
          </Button>
        </form>
      </div>
    );
  }
  return (
    <div className="mx-auto w-full max-w-[1248px] px-4 pb-12 md:px-6">
      <PageHeader
        title="QuickBooks reads by company"
        description={totalsOf(shown)}
        action={
          <Button variant="outline" onClick={load} disabled={reads.isPending}>
            Reload
          </Button>
        }
      />
      <div className="grid gap-4">
        {reads.error && <Notice>{reads.error.message}</Notice>}
        {shown.notices.map((notice) => (
          <Notice key={notice}>{notice}</Notice>
        ))}
        {shown.stopped_at && (
          <Notice>
            QuickBooks has refused all reads of this installation's app since{" "}
            <TimeText at={shown.stopped_at} />. One read an hour is tried.
          </Notice>
        )}
        <div className="min-w-0 rounded-lg border bg-card">
          <Companies companies={shown.companies} />
        </div>
      </div>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="rounded-lg bg-warning-surface p-3 text-caption text-pretty text-warning"
    >
      {children}
    </p>
  );
}

/** "12,345 of 500,000 this month (2%). 100,000 are kept for syncs and postings." */
function totalsOf({ reads, allowance, reserve }: OperatorReads): string {
  const percent =
    reads > 0 && reads < allowance / 100 ? "<1" : Math.floor((reads / allowance) * 100);
  return `${formatCount(reads)} of ${formatCount(allowance)} this month (${percent}%). ${formatCount(reserve)} are kept for syncs and postings.`;
}

function Companies({ companies }: { companies: readonly CompanyRow[] }) {
  if (companies.length === 0) {
    return (
      <EmptyState
        title="Nothing was read this month"
        description="Companies appear here with their first read at QuickBooks."
      />
    );
  }
  return (
    <Table>
      <caption className="sr-only">This month's reads at QuickBooks by company</caption>
      <TableHeader>
        <TableRow>
          <TableHead>Company</TableHead>
          <TableHead className="text-right">This month</TableHead>
          <TableHead className="text-right">Share</TableHead>
          <TableHead className="text-right">Today</TableHead>
          <TableHead className="text-right">Refused</TableHead>
          <TableHead>Waits until</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {companies.map((company) => (
          <TableRow key={company.id}>
            <TableCell>
              <span className="block font-medium break-words">
                {company.name || "Deleted company"}
              </span>
              <span className="font-mono text-xs text-muted-foreground">{company.id}</span>
            </TableCell>
            {[company.reads, company.part, company.today, company.refused].map((count, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
              <TableCell key={column} className="text-right tabular-nums">
                {formatCount(count)}
              </TableCell>
            ))}
            <TableCell>
              <Waiting company={company} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Waiting({ company: { waits_until, lists_until } }: { company: CompanyRow }) {
  const until = waits_until ?? lists_until;
  if (until === null) return <span className="text-muted-foreground">–</span>;
  return (
    <>
      <TimeText at={until} />{" "}
      <span className="text-muted-foreground">{waits_until ? "(everything)" : "(lists)"}</span>
    </>
  );
}

/** @throws Error in words for the operator. */
async function readWith(token: string): Promise<OperatorReads> {
  const answer = await fetch("/api/operator/reads", {
    headers: { authorization: `Bearer ${token.trim()}` },
    cache: "no-store",
  });
  const body: unknown = await answer.json();
  if (answer.ok) {
    const { operatorReads } = await import("@/lib/contracts/operator");
    return operatorReads.parse(body);
  }
  throw new Error(String((body as { message?: unknown }).message ?? "The server didn't answer."));
}
