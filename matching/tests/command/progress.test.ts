import { describe, expect, it } from "vitest";
import { Progress } from "@/matching/command/progress";

/** A screen that records its output. */
function screen(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return { isTTY, columns, write: (text: string) => written.push(text), written };
}

const CLEAR = "\r\u001b[K";

describe("progress on a terminal", () => {
  it("is one line, overwritten", () => {
    const terminal = screen(true, 80);
    let now = 5000;
    const progress = new Progress(terminal, () => now);
    progress.reading("payouts.json");
    now += 1500;
    progress.stage("candidates");
    progress.note("done");
    expect(terminal.written).toEqual([
      `${CLEAR}  0.0 s  reading payouts.json`,
      `${CLEAR}  1.5 s  matching: candidates`,
      CLEAR,
      "done\n",
    ]);
  });

  it("counts rows, at most ten times a second, restarting for every file", () => {
    const terminal = screen(true, 80);
    let now = 0;
    const progress = new Progress(terminal, () => now);
    const count = (rows: number, ms: number) => {
      now += ms;
      progress.count(rows);
    };
    progress.reading("payouts.json");
    count(1200, 60);
    count(34, 60);
    progress.reading("payments.csv");
    count(1_000_000, 100);
    expect(terminal.written).toEqual([
      `${CLEAR}  0.0 s  reading payouts.json`,
      `${CLEAR}  0.1 s  reading payouts.json: 1,234 rows`,
      `${CLEAR}  0.1 s  reading payments.csv`,
      `${CLEAR}  0.2 s  reading payments.csv: 1,000,000 rows`,
    ]);
  });

  it("fits the width", () => {
    const terminal = screen(true, 20);
    new Progress(terminal).reading("a-file-with-a-long-name.json");
    expect(terminal.written.join("").replace(CLEAR, "")).toHaveLength(19);
  });
});

describe("progress elsewhere", () => {
  it("is one line per stage, even when it repeats", () => {
    const log = screen(false);
    const progress = new Progress(log, () => 0);
    progress.reading("payouts.json");
    progress.count(1_000_000);
    for (const stage of ["candidates", "score", "candidates", "score"]) progress.stage(stage);
    progress.note("done");
    expect(log.written).toEqual([
      "  0.0 s  matching: candidates\n",
      "  0.0 s  matching: score\n",
      "done\n",
    ]);
  });

  it("prints no control sequence of the data", () => {
    const log = screen(false);
    new Progress(log).note("\u001b[31mred\u001b[0m");
    expect(log.written).toEqual(["red\n"]);
  });
});
