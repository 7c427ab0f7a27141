import { once } from "node:events";

const CHUNK = 64 * 1024;

/** Waits for the reader, so that a pipe loses nothing. A reader that closes early is not an error. */
export async function print(parts: Iterable<string>): Promise<void> {
  const { stdout } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    if (!stdout.write(chunk)) await once(stdout, "drain");
    chunk = "";
  }
  if (chunk !== "" && !stdout.write(chunk)) await once(stdout, "drain");
}
