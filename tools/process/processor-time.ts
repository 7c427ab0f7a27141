import { readdirSync, readFileSync } from "node:fs";

/** Of Linux, on every machine of today. */
const TICKS_PER_SECOND = 100;

/**
 * What processes and all that they started have taken of the processor, in milliseconds.
 * @returns undefined where the system doesn't say, as on macOS.
 */
export function processorTime(pids: readonly number[]): number | undefined {
  const running = readAll();
  if (!running) return undefined;
  const wanted = new Set(pids);
  // A child's number may be lower than its parent's.
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent } of running) {
      if (!wanted.has(parent) || wanted.has(pid)) continue;
      wanted.add(pid);
      grew = true;
    }
  }
  const ticks = running.reduce((sum, each) => sum + (wanted.has(each.pid) ? each.ticks : 0), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

interface Running {
  pid: number;
  parent: number;
  /** Its own, and of the children that have ended. */
  ticks: number;
}

function readAll(): Running[] | undefined {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readOne(name) ?? []);
}

function readOne(name: string): Running | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, "utf8");
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
  // The program's name stands in brackets and may have any letters: the fields are counted after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(name), parent: Number(fields[1]), ticks };
}
