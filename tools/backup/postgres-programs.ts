import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** pg_dump, pg_restore and psql of one PostgreSQL version. */
export interface PostgresPrograms {
  folder: string;
  /** 18 for 18.4. */
  major: number;
}

const NAMES = ["pg_dump", "pg_restore", "psql"] as const;
type ProgramName = (typeof NAMES)[number];

/** Where installers put versions that are not on PATH. */
const DEBIAN = "/usr/lib/postgresql";
const HOMEBREW = ["/opt/homebrew/opt/libpq/bin", "/usr/local/opt/libpq/bin"];

const suffix = process.platform === "win32" ? ".exe" : "";

export function programIn({ folder }: PostgresPrograms, name: ProgramName): string {
  return join(folder, name + suffix);
}

/** The newest set of programs on this machine; undefined when there is none. */
export function findPostgresPrograms(path = process.env.PATH ?? ""): PostgresPrograms | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...path.split(delimiter).filter(Boolean),
    ...debian.map((version) => join(DEBIAN, version, "bin")),
    ...HOMEBREW,
  ];
  const found = [...new Set(folders)].flatMap((folder) => {
    const major = majorOf(folder);
    return major === undefined ? [] : { folder, major };
  });
  return found.sort((one, other) => other.major - one.major)[0];
}

function majorOf(folder: string): number | undefined {
  const programs = { folder, major: 0 };
  if (!NAMES.every((name) => existsSync(programIn(programs, name)))) return undefined;
  const { stdout, status } = spawnSync(programIn(programs, "pg_dump"), ["--version"], {
    encoding: "utf8",
    timeout: 20_000,
  });
  const major = Number(/\s(\d+)[.\w]*/.exec(stdout ?? "")?.[1]);
  return status === 0 && major > 0 ? major : undefined;
}

export function howToInstall(major: number): string {
  return `Debian and Ubuntu: apt install postgresql-client-${major} (from apt.postgresql.org where the release is older); macOS: brew install libpq; Windows: the installer of postgresql.org.`;
}
