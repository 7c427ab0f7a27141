import type { Emulators } from "@/emulators/start";
import { openWorld } from "@/tools/worlds/open";
import type { Opened } from "@/tools/worlds/snapshot";
import { FIXED_DAY, latestDay, type WorldName, worldsToBuild } from "@/tools/worlds/worlds";

/**
 * A private copy of a world in this file's database, and the emulators as they were when it was made: on the fixed day
 * where it is made for that, on the latest Monday otherwise.
 */
export function inWorld(name: WorldName, emulators: Emulators): Promise<Opened> {
  const { MIGRATE_DATABASE_URL = "", APP_SECRET = "" } = process.env;
  const isOnFixedDay = worldsToBuild().some((each) => each.name === name && each.day === FIXED_DAY);
  return openWorld(name, {
    emulators,
    databaseUrl: MIGRATE_DATABASE_URL,
    appSecret: APP_SECRET,
    day: isOnFixedDay ? FIXED_DAY : latestDay(),
  });
}
