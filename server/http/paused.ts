import { isPrivate, readInstallation } from "@/server/platform/installation";
import { log } from "@/server/platform/logger";
import { isPaused } from "@/server/platform/pause";

/** What every page says of a restored copy: null while it works. */
export interface PauseNotice {
  /** An owner may end it here; otherwise only the operator does. */
  ownersMayResume: boolean;
}

/** Never throws: a page is served without the database, too. */
export async function pauseNotice(): Promise<PauseNotice | null> {
  try {
    if (!(await isPaused())) return null;
    return { ownersMayResume: isPrivate(await readInstallation()) };
  } catch (error) {
    log().warn({ error }, "page served without knowing whether the installation is paused");
    return null;
  }
}
