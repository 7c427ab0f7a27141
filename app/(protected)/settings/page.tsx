import type { Metadata } from "next";
import { Suspense } from "react";
import { Settings } from "@/components/settings/settings";

export const metadata: Metadata = { title: "Settings" };

// The open tab lives in the address, which is known in the browser only: hence the boundary.
export default function SettingsPage() {
  return (
    <Suspense>
      <Settings />
    </Suspense>
  );
}
