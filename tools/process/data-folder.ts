import { access, constants, mkdir } from "node:fs/promises";

/**
 * Makes DATA_DIR on first use. Other accounts may pass through it (PostgreSQL's must), but not list it.
 * @throws Error with one sentence when it can't be written.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST" || code === "ENOTDIR") {
      throw new Error(`DATA_DIR is ${folder}, which is a file or lies in one. Set it to a folder.`);
    }
    // Node says ENOENT where the system says EROFS.
    if (code === "EROFS" || code === "ENOENT") {
      throw new Error(`${folder} can't be written. Set DATA_DIR to a folder that can.`);
    }
    if (code !== "EACCES" && code !== "EPERM") throw error;
    throw new Error(`${folder} belongs to another user. Run as that user, or set DATA_DIR.`);
  }
}
