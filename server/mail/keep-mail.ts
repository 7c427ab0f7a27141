import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";

/**
 * Keeps a mail as DATA_DIR/mail/<id>.eml, readable by the product's own user alone, and logs the file but
 * not the text, which may contain a code.
 */
export async function keepMail(
  id: string,
  { to, message }: { to: string; message: Buffer },
): Promise<void> {
  const folder = join(getEnv().DATA_DIR, "mail");
  const file = join(folder, `${id}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Renamed when complete, so that a watcher of the folder never reads a partial file.
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  log().info({ to, file }, "SMTP_URL is not set: mail kept as a file");
}
