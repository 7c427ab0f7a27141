import { parseBackupSettings } from "@/server/platform/env";
import { DEFAULT_TIME, keepBackups, scheduleOf } from "../backup/keep-backups";
import { restoreAsked } from "../backup/restore-asked";
import type { Scope } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { serve } from "../product/serve";
import { dataDir } from "../product/settings";

const log = (line: string) => console.error(line);

/** `npm start`: the product itself, for production use on one machine, and its backups. */
export function main(): Promise<number> {
  const settings = parseBackupSettings(process.env);
  const at = settings.BACKUP_AT ?? (mayBackUp() ? DEFAULT_TIME : undefined);
  return serve("start", restoreAsked, {
    // Unset where another process makes them, or none does: the product then can't know.
    settings: { BACKUP_AT: at },
    beside: (scope) => (at === undefined ? sayWhy() : keep(scope, { ...settings, BACKUP_AT: at })),
  });
}

/** The embedded database's owner is known; a database of one's own has to name it. */
function mayBackUp(): boolean {
  return !process.env.DATABASE_URL?.trim() || Boolean(process.env.MIGRATE_DATABASE_URL?.trim());
}

async function sayWhy(): Promise<void> {
  log("Backups aren't scheduled here: that needs MIGRATE_DATABASE_URL, or BACKUP_AT.");
}

async function keep(scope: Scope, settings: ReturnType<typeof parseBackupSettings>): Promise<void> {
  const urls = await openDatabase(scope, log);
  const schedule = scheduleOf(settings, { ...urls, dataDir: dataDir(), log });
  if (schedule) await keepBackups(scope, schedule);
}
