import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("instance.ts", import.meta.url));

export interface Instances {
  urls: string[];
  stop(): Promise<void>;
}

/** Processes that share only the database; each serves the API and runs jobs. */
export async function startInstances(
  count: number,
  overrides: Record<string, string>,
): Promise<Instances> {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ["--import", "tsx", PROGRAM], {
      env: { ...process.env, ...overrides, WORKER: "off" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  const urls = await Promise.all(
    children.map(async (child) => {
      const [url] = (await once(child, "message")) as [string];
      return url;
    }),
  );
  return {
    urls,
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const exit = once(child, "exit");
          child.kill("SIGKILL");
          await exit;
        }),
      );
    },
  };
}
