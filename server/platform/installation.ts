import { getEnv } from "./env";
import { queryUnscoped } from "./prepared-queries";

/** What this installation knows of itself. */
export interface Installation {
  id: string;
  createdAt: Date;
  /** It had accounts before there was SIGN_UP, so it stays open unless that is set. */
  hadAccounts: boolean;
  /** Since when nothing is synced, posted or mailed, because it is a restored copy; null when it works. */
  pausedAt: Date | null;
}

/** Whether its people know each other, so that an owner of a company may decide for the installation. */
export function isPrivate({ hadAccounts }: Pick<Installation, "hadAccounts">): boolean {
  const { SIGN_UP } = getEnv();
  return SIGN_UP === undefined ? !hadAccounts : SIGN_UP !== "open";
}

/** @throws as the database. */
export async function readInstallation(): Promise<Installation> {
  const [row] = await queryUnscoped<Installation>(`
    SELECT id, created_at AS "createdAt", had_accounts AS "hadAccounts", paused_at AS "pausedAt"
    FROM installation`);
  if (!row) throw new Error("The table `installation` has lost its row.");
  return row;
}
