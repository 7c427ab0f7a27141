import { appendFile, readFile } from "node:fs/promises";
import { z } from "zod";
import { type Cell, type Result, USER_ACTIONS } from "./cell-result";

const stored = z.object({
  call: z.string(),
  fault: z.string(),
  times: z.int(),
  same: z.boolean(),
  fired: z.int(),
  actions: z.array(z.enum(USER_ACTIONS)),
  problem: z.string().optional(),
});

const keyOf = (call: string, fault: string, times: number) => `${call}: ${fault} × ${times}`;

/**
 * Reads the results of earlier runs, failed ones too: one JSON object a line.
 * @param path may not exist yet.
 * @returns the result of a cell that has been run.
 */
export async function storedResults(path: string): Promise<(cell: Cell) => Result | undefined> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const found = new Map(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => stored.parse(JSON.parse(line)))
      .map((each) => [keyOf(each.call, each.fault, each.times), each]),
  );
  return (cell) => {
    const known = found.get(keyOf(cell.call.name, cell.fault.name, cell.times));
    if (!known) return undefined;
    const { call: _, fault: __, problem, ...result } = known;
    return { ...cell, ...result, ...(problem !== undefined && { problem }) };
  };
}

/** Adds a result to the file. */
export function storeResult(path: string, { call, fault, ...result }: Result): Promise<void> {
  return appendFile(path, `${JSON.stringify({ call: call.name, fault: fault.name, ...result })}\n`);
}
