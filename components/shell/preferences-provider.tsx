"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { companySettingsQuery, profileQuery } from "@/components/settings/queries";
import { DEFAULT_FORMAT, FormatContext } from "@/components/ui/format-preferences";

/**
 * Writes all dates and amounts below it as the company's settings say, and times in the user's time zone; by default
 * until they are here.
 */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const {
    date_format: dateFormat = DEFAULT_FORMAT.dateFormat,
    currency = DEFAULT_FORMAT.currency,
    timezone: companyZone = DEFAULT_FORMAT.timeZone,
  } = useQuery(companySettingsQuery).data ?? {};
  const timeZone = useQuery(profileQuery).data?.timezone ?? companyZone;
  const preferences = useMemo(
    () => ({ dateFormat, currency, timeZone }),
    [dateFormat, currency, timeZone],
  );
  return <FormatContext value={preferences}>{children}</FormatContext>;
}
