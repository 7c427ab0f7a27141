import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { runChild, startNode } from "@/tools/process/child";
import { isAlive } from "@/tools/process/lock-file.mjs";
import { supervise } from "@/tools/process/supervise";

const stubborn =
  "process.on('SIGHUP', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";

it("runs a program to its end and returns its output and exit code", async () => {
  const lines: string[] = [];
  await supervise(async (scope) => {
    const onLine = (line: string) => lines.push(line);
    const args = ["-e", "console.log('one'); console.error('two'); process.exit(5)"];
    expect(await runChild(scope, process.execPath, args, { onLine })).toBe(5);
    return 0;
  });
  expect(lines.sort()).toEqual(["one", "two"]);
});

it("leaves no process behind when the command ends", async () => {
  let pid = 0;
  await supervise(async (scope) => {
    pid = await new Promise((resolve) => {
      startNode(scope, ["-e", stubborn], { onLine: (line) => resolve(Number(line)) });
    });
    expect(isAlive(pid)).toBe(true);
    return 0;
  });
  expect(isAlive(pid)).toBe(false);
});

it("ends its children when it is killed", async () => {
  const script = `
    import { startNode } from "./tools/process/child.ts";
    import { supervise } from "./tools/process/supervise.ts";
    await supervise(async (scope) => {
      await startNode(scope, ["-e", ${JSON.stringify(stubborn)}], { onLine: console.log });
      await scope.stopped;
      return 0;
    });`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const command = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: command.stdout }), "line");
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  command.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});
