import type { Sandbox } from "@/sandbox/start";
import { openWorld } from "@/tools/worlds/open";
import type { Opened } from "@/tools/worlds/snapshot";
import { FIXED_DAY, type WorldName } from "@/tools/worlds/worlds";

/** A private copy of a world in this file's database, and the emulators as they were when it was made. */
export function inWorld(name: WorldName, sandbox: Sandbox): Promise<Opened> {
  const { MIGRATE_DATABASE_URL = "", APP_SECRET = "" } = process.env;
  return openWorld(name, {
    sandbox,
    databaseUrl: MIGRATE_DATABASE_URL,
    appSecret: APP_SECRET,
    day: FIXED_DAY,
  });
}
