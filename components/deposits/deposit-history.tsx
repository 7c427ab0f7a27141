"use client";

import { FoldedRecord } from "@/components/deposits/folded-record";
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
  const [latest] = history;
  if (!latest) return null;
  const timeOf = (at: string) => formatInstant(at, dateFormat, timeZone);
  return (
    <FoldedRecord title="History" summary={`${latest.text} · ${timeOf(latest.at)}`}>
      <div className="px-4 sm:px-6">
        <ol className="grid gap-2 text-sm">
          {history.map(({ at, who, role, action, text }) => (
            <li key={`${at} ${action}`} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 break-words">{text}</span>
              <span className="text-muted-foreground">
                <span className="break-all">{who}</span>
                {role && `, ${role}`} ·{" "}
                <time dateTime={at} className="whitespace-nowrap tabular-nums">
                  {timeOf(at)}
                </time>
              </span>
            </li>
          ))}
        </ol>
        <p className="pt-3 text-caption text-muted-foreground">{timeZoneName(timeZone)}</p>
      </div>
    </FoldedRecord>
  );
}
