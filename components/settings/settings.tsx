"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/feedback/page-header";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { AccountData } from "@/components/settings/account-data";
import { AccountForm } from "@/components/settings/account-form";
import { GeneralForm } from "@/components/settings/general-form";
import { KindAccounts } from "@/components/settings/kind-accounts";
import { LineDefaults } from "@/components/settings/line-defaults";
import { NotificationsForm } from "@/components/settings/notifications-form";
import { People } from "@/components/settings/people/people";
import { companySettingsQuery, profileQuery } from "@/components/settings/queries";
import { ReadOnly } from "@/components/settings/read-only";
import { ReceiptDefaults } from "@/components/settings/receipt-defaults";
import { Rules } from "@/components/settings/rules/rules";
import { Security } from "@/components/settings/security";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { LeaveDialog, UnsavedContext } from "@/components/settings/unsaved-changes";
import { useSettingsTab } from "@/components/settings/use-settings-tab";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";

const TABS = [
  { value: "general", label: "General", Content: General },
  { value: "rules", label: "Rules", Content: Rules },
  { value: "people", label: "People", Content: People },
  { value: "account", label: "Account", Content: Account },
  { value: "notifications", label: "Notifications", Content: NotificationsForm },
  { value: "security", label: "Security", Content: Security },
] as const;

export function Settings() {
  const { tab, choose, report, asking, stay, leave } = useSettingsTab();
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label="Settings">
          {TABS.map(({ value, label }) => (
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
        {/* Their choices are QuickBooks' lists, which only those see who choose from them. */}
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
