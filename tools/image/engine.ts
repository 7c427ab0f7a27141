import { type ChildOptions, runChild, startChild } from "../process/child";
import type { Scope } from "../process/supervise";

type Log = (line: string) => void;

export interface ImageBuild {
  /** Folder with the Dockerfile and everything it copies. */
  context: string;
  target: string;
  tag: string;
  args: Record<string, string>;
}

export interface ImageRun {
  tag: string;
  /** Replaces the image's own. */
  command: string[];
  env: Record<string, string>;
  /** A folder of this machine that is its /data. */
  data?: string;
  /** What it ends with, in place of the command. */
  within?: Scope;
  onLine?: (line: string) => void;
}

/** Builds and runs images on this machine: as user 1000, on the host's network. */
export interface Engine {
  name: string;
  build(image: ImageBuild): Promise<void>;
  /** Creates a base image from a folder with its files. */
  importBase(folder: string, tag: string): Promise<void>;
  /** Whether the image exists locally or can be pulled. */
  has(tag: string): Promise<boolean>;
  start(run: ImageRun): Promise<{ exited: Promise<number | NodeJS.Signals>; tail(): string }>;
}

/** The first engine that answers. @throws Error that names what to install. */
export async function findEngine(scope: Scope, log: Log): Promise<Engine> {
  for (const name of ["docker", "podman"] as const) {
    if ((await attempt(scope, name, ["info"])) === 0) return client(scope, name, log);
  }
  if ((await attempt(scope, "buildah", ["--version"])) === 0) {
    return buildah(scope, log, await storageDriver(scope));
  }
  throw new Error(
    "Building the image needs Docker, Podman or Buildah (Debian: apt-get install buildah). None was found.",
  );
}

/** The exit code; 127 when the program does not exist. */
function attempt(scope: Scope, program: string, args: string[], options: ChildOptions = {}) {
  return runChild(scope, program, args, options).catch(() => 127);
}

async function demand(scope: Scope, log: Log, program: string, args: string[]): Promise<void> {
  const child = await startChild(scope, program, args, { onLine: (line) => log(`  ${line}`) });
  const result = await child.exited;
  if (result !== 0) throw new Error(`${program} ${args[0]} ended with ${result}:\n${child.tail()}`);
}

/** Where layers can't be mounted, each of them is a copy of all files below: slow, and about 35 GB for our images. */
async function storageDriver(scope: Scope): Promise<"overlay" | "vfs"> {
  const code = await attempt(scope, "buildah", ["--storage-driver", "overlay", "info"]);
  return code === 0 ? "overlay" : "vfs";
}

function buildArgs({ args }: ImageBuild): string[] {
  return Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
}

function settings(env: Record<string, string>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
}

function volume(data: string | undefined): string[] {
  return data === undefined ? [] : ["--volume", `${data}:/data`];
}

function client(scope: Scope, program: "docker" | "podman", log: Log): Engine {
  return {
    name: program,
    build: (image) =>
      demand(scope, log, program, [
        ...["build", "--network", "host", "--target", image.target, "--tag", image.tag],
        ...buildArgs(image),
        image.context,
      ]),
    async importBase(folder, tag) {
      const script = 'tar -C "$1" -c . | "$0" import - "$2"';
      await demand(scope, log, "sh", ["-c", script, program, folder, tag]);
    },
    has: async (tag) => (await attempt(scope, program, ["pull", "--quiet", tag])) === 0,
    start: ({ tag, command, env, data, within = scope, onLine }) =>
      startChild(
        within,
        program,
        [
          ...["run", "--rm", "--network", "host", "--user", "1000:1000"],
          ...["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
          ...["--security-opt", "no-new-privileges"],
          ...settings(env),
          ...volume(data),
          tag,
          ...command,
        ],
        { ...(onLine && { onLine }) },
      ),
  };
}

/**
 * Plain Buildah needs no service and also works inside a container. Its chroot isolation can't make a tree
 * read-only, so the caller checks that user 1000 has nothing to write to.
 */
function buildah(scope: Scope, log: Log, driver: "overlay" | "vfs"): Engine {
  const program = "buildah";
  const storage = ["--storage-driver", driver];
  const run = (args: string[]) => demand(scope, log, program, [...storage, ...args]);
  let containers = 0;
  const open = async (image: string): Promise<string> => {
    containers += 1;
    const name = `deposit-matcher-smoke-${process.pid}-${containers}`;
    await scope.acquire(
      () => run(["from", "--name", name, image]),
      async () => void (await attempt(scope, program, [...storage, "rm", name])),
    );
    return name;
  };
  return {
    name: program,
    build: (image) =>
      run([
        ...["build", "--layers", "--isolation", "chroot", "--network", "host"],
        ...["--target", image.target, "--tag", image.tag, ...buildArgs(image)],
        image.context,
      ]),
    async importBase(folder, tag) {
      const name = await open("scratch");
      await run(["add", "--quiet", name, folder, "/"]);
      await run(["commit", "--quiet", name, tag]);
    },
    has: async (tag) =>
      (await attempt(scope, program, [
        ...storage,
        "pull",
        "--quiet",
        "--policy",
        "ifmissing",
        tag,
      ])) === 0,
    async start({ tag, command, env, data, within = scope, onLine }) {
      const name = await open(tag);
      const isolation = ["--isolation", "chroot", "--network", "host", "--user", "1000:1000"];
      const given = [...settings(env), ...volume(data)];
      const args = [...storage, "run", ...isolation, ...given, name, "--", ...command];
      return startChild(within, program, args, { ...(onLine && { onLine }) });
    },
  };
}
