"use client";

import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { formatInstant } from "@/lib/format";
import { timeZoneName } from "@/lib/time-zone-name";

/** The decisions and their authors, newest first as in the API's answer, in the company's time zone. */
export function DepositHistory({
  history,
  timeZone,
}: Pick<DepositDetail, "history"> & { timeZone: string }) {
  const { dateFormat } = useFormatPreferences();
  if (history.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>History</CardTitle>
        <CardDescription>{timeZoneName(timeZone)}</CardDescription>
      </CardHeader>
      <CardContent>
        <ol className="grid gap-3 text-sm">
          {history.map(({ at, who, role, action, text }) => (
            <li key={`${at} ${action}`} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 break-words">{text}</span>
              <span className="text-muted-foreground">
                <span className="break-all">{who}</span>
                {role && `, ${role}`} ·{" "}
                <time dateTime={at} className="whitespace-nowrap tabular-nums">
                  {formatInstant(at, dateFormat, timeZone)}
                </time>
              </span>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}
