import pg from "pg";
import type { Emulators } from "@/emulators/start";
import type { CalendarDate } from "@/lib/dates";
import { emulatorsNow, type Opened, openSnapshot } from "./snapshot";
import { latestDay, readWorld, WORLDS, type WorldName, worldsFolder } from "./worlds";

let folder: string | undefined;

/**
 * A private copy of a world in a running product's database, and these emulators as they were when it was made.
 * @param databaseUrl for the tables' owner.
 */
export async function openWorld(
  name: WorldName,
  {
    emulators,
    databaseUrl,
    appSecret,
    day = latestDay(),
    username,
  }: {
    emulators: Pick<Emulators, "control">;
    databaseUrl: string;
    appSecret: string;
    day?: CalendarDate;
    /** The owner's; unused by default. */
    username?: string;
  },
): Promise<Opened> {
  folder ??= worldsFolder();
  const world = readWorld(folder, name, day);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (WORLDS[name].emulators) {
      const body = JSON.stringify(emulatorsNow(world));
      const restored = await fetch(`${emulators.control.url}/restore`, { method: "POST", body });
      if (!restored.ok) throw new Error(await restored.text());
    }
    return await openSnapshot({ client, appSecret }, world, username);
  } finally {
    await client.end();
  }
}
