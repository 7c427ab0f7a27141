import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RestoreBackup } from "@/components/auth/restore-backup";
import { RestoreByCommand } from "@/components/auth/restore-by-command";
import { canRestoreHere } from "@/server/setup/first-restore";
import { isNewInstallation } from "@/server/setup/has-accounts";

export const metadata: Metadata = {
  title: "Restore a backup",
  robots: { index: false, follow: false },
};
export const dynamic = "force-dynamic";

/** Of an installation without accounts. */
export default async function RestorePage() {
  if (!(await isNewInstallation())) redirect("/login");
  return canRestoreHere() ? <RestoreBackup /> : <RestoreByCommand />;
}
