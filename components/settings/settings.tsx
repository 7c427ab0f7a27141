"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { GeneralForm } from "@/components/settings/general-form";
import { companySettingsQuery } from "@/components/shell/preferences";
import { Card, CardContent } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";

export function Settings() {
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs defaultValue="general">
        <TabsList aria-label="Settings">
          <TabsTrigger value="general">General</TabsTrigger>
        </TabsList>
        <TabsContent value="general">
          <General />
        </TabsContent>
      </Tabs>
    </>
  );
}

function General() {
  const { data, error, refetch } = useQuery(companySettingsQuery);
  if (data) return <GeneralForm settings={data} />;
  if (error) {
    return (
      <ErrorState
        title="Settings could not be loaded"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <Card className="max-w-2xl" aria-busy="true">
      <CardContent className="grid gap-6">
        {["name", "algorithm", "auto-match", "daily-sync", "date-format"].map((row) => (
          <div key={row} className="grid gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </CardContent>
    </Card>
  );
}
