import { parseBackupSettings } from "@/server/platform/env";
import { keepBackups, scheduleOf } from "../backup/keep-backups";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { dataDir } from "../product/settings";

const log = (line: string) => console.error(line);

/** Makes the scheduled backups until it is stopped. `npm start` does so itself; in Docker this is a container of its own. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const settings = parseBackupSettings(process.env);
    const urls = await openDatabase(scope, log);
    const schedule = scheduleOf(settings, { ...urls, dataDir: dataDir(), log });
    if (schedule) await keepBackups(scope, schedule);
    else log("Backups are switched off (BACKUP_AT=off).");
    await scope.stopped;
    return 0;
  });
}
