import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { integrationKeys, startDatesQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { SourceProvider } from "@/lib/providers/list";

/** From when on a source is imported, and moving that back; nothing where everything is. */
export function EarlierPayouts({ provider }: { provider: SourceProvider }) {
  const { data } = useQuery(startDatesQuery);
  const [day, setDay] = useState("");
  const move = useMoveBack(provider);
  const from = data?.sources.find((each) => each.integration_type === provider.wire)?.start_date;
  if (!from) return null;
  const isLater = day !== "" && day >= from;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-pretty">
        Payouts from <DateText date={from} /> on are imported.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <DateField
          stacked
          label="Import earlier payouts from"
          value={day}
          error={isLater ? "Choose an earlier day." : undefined}
          onChange={setDay}
        />
        <Button
          variant="outline"
          disabled={day === "" || isLater}
          loading={move.isPending}
          onClick={() => move.mutate(day, { onSuccess: () => setDay("") })}
        >
          Import
        </Button>
      </div>
    </div>
  );
}

function useMoveBack({ wire }: SourceProvider) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (start_date: string) =>
      call("PUT /settings/start-dates/", { body: { integration_type: wire, start_date } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error("Couldn't import earlier payouts", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
  });
}
