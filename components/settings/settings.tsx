"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  lineListsQuery,
  lineSettingsQuery,
  receiptListsQuery,
  receiptSettingsQuery,
} from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { Allowed } from "@/components/session/allowed";
import { useLedger, useMay } from "@/components/session/companies";
import { AccountData } from "@/components/settings/account-data";
import { AccountForm } from "@/components/settings/account-form";
import { GeneralForm } from "@/components/settings/general-form";
import { Health, useShowsHealth } from "@/components/settings/health";
import { KindAccounts } from "@/components/settings/kind-accounts";
import { NotificationsForm } from "@/components/settings/notifications-form";
import { People } from "@/components/settings/people/people";
import { companySettingsQuery, profileQuery } from "@/components/settings/queries";
import { Rules } from "@/components/settings/rules/rules";
import { Security } from "@/components/settings/security";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { LeaveDialog, UnsavedContext } from "@/components/settings/unsaved-changes";
import { useSettingsTab } from "@/components/settings/use-settings-tab";
import { Webhooks } from "@/components/settings/webhooks/webhooks";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import { SourceLines } from "./source-lines";
import { SourceReceipts } from "./source-receipts";

const TABS = [
  { value: "general", label: "General", Content: General },
  { value: "rules", label: "Rules", Content: Rules },
  { value: "people", label: "People", Content: People },
  { value: "webhooks", label: "Webhooks", Content: Webhooks },
  { value: "account", label: "Account", Content: Account },
  { value: "notifications", label: "Notifications", Content: NotificationsForm },
  { value: "security", label: "Security", Content: Security },
  { value: "health", label: "Health", Content: Health },
] as const;

export function Settings() {
  const showsHealth = useShowsHealth();
  const { tab, choose, report, asking, stay, leave } = useSettingsTab();
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label="Settings">
          {TABS.filter(({ value }) => value !== "health" || showsHealth).map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <UnsavedContext value={report}>
          {TABS.map(({ value, Content }) => (
            <TabsContent key={value} value={value}>
              <Content />
            </TabsContent>
          ))}
        </UnsavedContext>
      </Tabs>
      <LeaveDialog open={asking} onStay={stay} onLeave={leave} />
    </>
  );
}

function General() {
  const { data, error, refetch } = useQuery(companySettingsQuery);
  const isRoleKnown = useMay("admin") !== undefined;
  if (data && isRoleKnown) {
    return (
      <ReadOnly unless="admin">
        <GeneralForm settings={data} />
        {/* Their choices are the ledger's lists, which only those see who choose from them. */}
        <Allowed to="admin">
          <KindAccounts />
          <LineDefaults />
          <ReceiptDefaults />
        </Allowed>
      </ReadOnly>
    );
  }
  const rows = ["name", "algorithm", "auto-match", "daily-sync", "date-format"];
  return <SettingsLoading rows={rows} error={error} onRetry={refetch} />;
}

function Account() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (data) {
    return (
      <div className="grid gap-6">
        <AccountForm profile={data} />
        <AccountData hasPassword={data.has_password} />
      </div>
    );
  }
  const rows = ["picture", "first-name", "last-name", "email", "phone", "time-zone"];
  return <SettingsLoading rows={rows} error={error} onRetry={refetch} />;
}

/** Forms that only some members can change; the others see them. For pages that wait for the role. */
function ReadOnly({ unless, children }: { unless: Role; children: ReactNode }) {
  const may = useMay(unless);
  const able = ROLES.filter((role) => hasRole(role, unless)).map((role) => `${role}s`);
  return (
    <fieldset disabled={!may} className="grid min-w-0 gap-6">
      {!may && (
        <p role="note" className="max-w-2xl text-muted-foreground">
          {`You can see these settings. Only ${able.join(" and ")} of the company can change them.`}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** What fees and other lines without a payment carry in the books, by payment processor. */
function LineDefaults() {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(lineSettingsQuery);
  const { data: lists, error: listsError } = useQuery(lineListsQuery);
  return (
    <Card id="lines" className="max-w-2xl">
      <CardHeader>
        <CardTitle>Fees and other lines</CardTitle>
        <CardDescription>
          {ledger.lineDefaults} {lists && lists.payment_methods.length > 0 && <ReloadLists />}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-8">
        {listsError && (
          <p role="alert">{`Couldn't load ${ledger.own} lists. ${listsError.message}`}</p>
        )}
        {data?.sources.length === 0 && (
          <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
        )}
        {data?.sources.map((source) => (
          <SourceLines key={source.connection_id} source={source} lists={lists} />
        ))}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the settings of the lines"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
    </Card>
  );
}

/** What receipts are created with, by payment processor. */
function ReceiptDefaults() {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(receiptSettingsQuery);
  const { data: lists, error: listsError } = useQuery(receiptListsQuery);
  return (
    <Card id="receipts" className="max-w-2xl">
      <CardHeader>
        <CardTitle>Receipts</CardTitle>
        <CardDescription>
          Filled in when you record a receipt for a charge or refund that {ledger.name} doesn't
          have. Nothing is created automatically.{" "}
          {lists && lists.items.length > 0 && <ReloadLists />}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-8">
        {listsError && (
          <p role="alert">{`Couldn't load ${ledger.own} lists. ${listsError.message}`}</p>
        )}
        {lists?.items.length === 0 && (
          <p className="text-sm text-muted-foreground">
            Connect {ledger.name} first. Products and services come from there.
          </p>
        )}
        {data?.sources.length === 0 && (
          <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
        )}
        {data?.sources.map((source) => (
          <SourceReceipts key={source.connection_id} source={source} lists={lists} />
        ))}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the receipt settings"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
    </Card>
  );
}
