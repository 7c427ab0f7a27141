import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runChild } from "../process/child";
import type { Scope } from "../process/supervise";
import type { Engine } from "./engine";

/** As in the Dockerfile. */
const USUAL = "docker.io/library/node:24.21-bookworm-slim";
const OWN = "localhost/deposit-matcher-smoke-base:bookworm";

/**
 * The base image: the Dockerfile's own where an image registry is reachable, otherwise a minimal Debian with
 * this machine's Node, which needs debootstrap and root.
 * @throws Error that names what is missing.
 */
export async function baseImage(
  scope: Scope,
  engine: Engine,
  log: (line: string) => void,
): Promise<string> {
  if (await engine.has(USUAL)) return USUAL;
  if (await engine.has(OWN)) return OWN;
  log(`${USUAL} can't be pulled; building a base from Debian and this machine's Node …`);
  const folder = await scope.acquire(
    () => mkdtemp(join(tmpdir(), "deposit-matcher-base-")),
    (held) => rm(held, { recursive: true, force: true }),
  );
  const packages = "--include=ca-certificates,libstdc++6,libatomic1";
  const args = ["--variant=minbase", packages, "bookworm", folder];
  const code = await runChild(scope, "debootstrap", args).catch(() => 127);
  if (code !== 0) {
    throw new Error(
      `debootstrap ended with ${code}. It needs root and Debian's packages (apt-get install debootstrap).`,
    );
  }
  await addNode(folder);
  await engine.importBase(folder, OWN);
  return OWN;
}

async function addNode(folder: string): Promise<void> {
  // As in the Dockerfile's base: PostgreSQL wants its account to have a name.
  await appendFile(join(folder, "etc/passwd"), "node:x:1000:1000::/home/node:/bin/sh\n");
  await appendFile(join(folder, "etc/group"), "node:x:1000:\n");
  const bin = join(folder, "usr/local/bin");
  const modules = join(folder, "usr/local/lib/node_modules");
  await mkdir(modules, { recursive: true });
  await cp(process.execPath, join(bin, "node"));
  const { stdout } = await promisify(execFile)("npm", ["root", "--global"]);
  await cp(join(stdout.trim(), "npm"), join(modules, "npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(bin, "npm"));
  // Behind a TLS-inspecting proxy, use the certificates this machine trusts.
  const trusted = process.env.NODE_EXTRA_CA_CERTS ?? "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(trusted)) {
    const file = "/usr/local/share/ca-certificates.crt";
    await cp(trusted, join(folder, file));
    await mkdir(join(folder, "usr/local/etc"), { recursive: true });
    await writeFile(join(folder, "usr/local/etc/npmrc"), `cafile=${file}\n`);
  }
}
