"use client";

import type { ReactNode } from "react";
import { OwnContext, useOwn } from "@/components/session/companies";

/** Tells all below it which company this tab shows, the user's role in it, and its accounting software. */
export function CompanyProvider({ children }: { children: ReactNode }) {
  return <OwnContext value={useOwn()}>{children}</OwnContext>;
}
