"use client";

import type { ReactNode } from "react";
import { OwnContext, useOwn } from "@/components/session/companies";

/** Provides the company that this tab shows, the user's role in it and its accounting software. */
export function CompanyProvider({ children }: { children: ReactNode }) {
  return <OwnContext value={useOwn()}>{children}</OwnContext>;
}
