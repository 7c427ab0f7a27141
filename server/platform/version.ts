import { version } from "@/package.json";
import { getEnv } from "./env";

interface BuiltFrom {
  /** As package.json says: 0.1.0. */
  version: string;
  /** The first twelve characters of the commit's name; "" where it isn't known. */
  commit: string;
}

/** What this program was built from. */
export function builtFrom(): BuiltFrom {
  return { version, commit: (getEnv().BUILD_COMMIT ?? "").slice(0, 12) };
}

/** The same in one: 0.1.0+abbe4ce81234. */
export function versionName(): string {
  const { version, commit } = builtFrom();
  return commit ? `${version}+${commit}` : version;
}
