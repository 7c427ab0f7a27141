import { onTestFinished } from "vitest";
import { adminDb } from "./admin-db";

/** Until the end of the test every wait of a throttle is an hour longer: no machine is too slow to see it. */
export async function lengthenWaits(): Promise<void> {
  await adminDb().$executeRaw`
    CREATE OR REPLACE FUNCTION lengthen_wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.free_at := NEW.free_at + interval ''1 hour''; RETURN NEW; END'`;
  await adminDb().$executeRaw`
    CREATE TRIGGER lengthen_wait BEFORE INSERT OR UPDATE OF free_at ON throttles
    FOR EACH ROW WHEN (NEW.free_at > now()) EXECUTE FUNCTION lengthen_wait()`;
  onTestFinished(async () => {
    await adminDb().$executeRaw`DROP TRIGGER lengthen_wait ON throttles`;
  });
}
