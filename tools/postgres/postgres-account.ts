import { type SpawnOptions, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { processEnv } from "../process/environment";

/** How to start a PostgreSQL program: the command prefix, and the account it runs under. */
export interface Launcher {
  prefix: string[];
  account: { uid: number; gid: number } | undefined;
}

type Account = NonNullable<Launcher["account"]>;

/**
 * PostgreSQL refuses to run as root, so root runs it under another account: the owner of an existing folder,
 * else `postgres`, else `nobody`. Undefined for an ordinary user, who runs it directly.
 */
export function chooseAccount(home: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(home, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = lookUp("postgres") ?? lookUp("nobody");
  if (!account) throw new Error("PostgreSQL can't run as root, and no other account exists.");
  return account;
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid !== undefined && gid !== undefined ? { uid, gid } : undefined;
}

/**
 * Finds a way to run `program` on the folder `home`. Another account can't reach a checkout inside a closed
 * folder (/root, a `mktemp -d`); root then grants it the one capability to pass through. Throws when there is
 * no way.
 */
export function chooseLauncher(
  account: Account | undefined,
  program: string,
  home: string,
): Launcher {
  if (!account) return { prefix: [], account };
  const lend = (capability: string): Launcher => ({
    prefix: [
      "setpriv",
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      "--clear-groups",
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      "--",
    ],
    account: undefined,
  });
  const candidates = [{ prefix: [], account }, lend("dac_read_search"), lend("dac_override")];
  const launcher = candidates.find((candidate) => canReach(candidate, program, home));
  if (launcher) return launcher;
  throw new Error(
    `PostgreSQL can't run as root, and no other account can access ${home}. ` +
      "Run this as a regular user, or from a folder that other users can access.",
  );
}

function canReach(launcher: Launcher, program: string, home: string): boolean {
  const script = 'test -x "$0" && test -w "$1"';
  const [command, args, options] = commandLine(launcher, "sh", ["-c", script, program, home]);
  return spawnSync(command, args, { ...options, stdio: "ignore" }).status === 0;
}

/** Arguments for `spawn`. The environment is bare: no PG* variable and no secret is passed on. */
export function commandLine(
  { prefix, account }: Launcher,
  program: string,
  args: string[],
): [command: string, args: string[], options: SpawnOptions] {
  const [command = program, ...rest] = [...prefix, program, ...args];
  const { PATH, SystemRoot } = process.env;
  return [command, rest, { ...account, env: processEnv({ PATH, SystemRoot, LC_ALL: "C" }) }];
}
