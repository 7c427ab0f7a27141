"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/feedback/page-header";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { AccountData } from "@/components/settings/account-data";
import { AccountForm } from "@/components/settings/account-form";
import { GeneralForm } from "@/components/settings/general-form";
import { Health, useShowsHealth } from "@/components/settings/health";
import { KindAccounts } from "@/components/settings/kind-accounts";
import { LineDefaults } from "@/components/settings/line-defaults";
import { NotificationsForm } from "@/components/settings/notifications-form";
import { People } from "@/components/settings/people/people";
import { companySettingsQuery, profileQuery } from "@/components/settings/queries";
import { ReceiptDefaults } from "@/components/settings/receipt-defaults";
import { Rules } from "@/components/settings/rules/rules";
import { SaveAll } from "@/components/settings/save-all";
import { SectionNav } from "@/components/settings/section-nav";
import { Security } from "@/components/settings/security";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { LeaveDialog, UnsavedContext } from "@/components/settings/unsaved-changes";
import { useSettingsTab } from "@/components/settings/use-settings-tab";
import { Webhooks } from "@/components/settings/webhooks/webhooks";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";

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
  const { tab, choose, report, asking, stay, leave } = useSettingsTab(TABS);
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
            // The general tab has a list of its sections, and tables as wide as there are processors.
            <TabsContent
              key={value}
              value={value}
              className={value === "general" ? "" : "max-w-3xl"}
            >
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
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionNav />
        <ReadOnly unless="admin">
          <SaveAll>
            <GeneralForm settings={data} />
            {/* Their choices are the ledger's lists, which only those see who choose from them. */}
            <Allowed to="admin">
              <KindAccounts />
              <LineDefaults />
              <ReceiptDefaults />
            </Allowed>
          </SaveAll>
        </ReadOnly>
      </div>
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
        <p role="note" className="text-muted-foreground">
          {`You can see these settings. Only ${able.join(" and ")} of the company can change them.`}
        </p>
      )}
      {children}
    </fieldset>
  );
}
