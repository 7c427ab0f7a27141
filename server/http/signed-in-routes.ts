import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const SIGNED_IN = "/(protected)/";

/** The routes of this build's pages behind the sign-in, such as /transaction/[id]. */
export async function signedInRoutes(): Promise<string[]> {
  const file = join(process.cwd(), ".next", "app-path-routes-manifest.json");
  const routes = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, "utf8")));
  return Object.entries(routes).flatMap(([source, route]) =>
    source.startsWith(SIGNED_IN) && source.endsWith("/page") ? [route] : [],
  );
}
