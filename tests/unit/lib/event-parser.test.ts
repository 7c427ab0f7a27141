import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventParser } from "@/lib/event-parser";

const TEXT =
  'retry: 1000\n\n: alive\n\nevent: sync-runs\ndata: {"runs":[]}\n\ndata: one\ndata:two\n\nevent: none\n\n';
const EVENTS = [
  { name: "sync-runs", data: '{"runs":[]}' },
  { name: "message", data: "one\ntwo" },
];

describe("a stream of events", () => {
  test("follows the standard: names, data over lines, comments skipped", () => {
    expect(new EventParser().push(TEXT)).toEqual(EVENTS);
  });

  test.each(["\n", "\r\n", "\r"])("does not depend on line endings or chunks (%j)", (end) => {
    const text = TEXT.replaceAll("\n", end);
    // A carriage return at the end may be half of a line break, so something follows it.
    const whole = `${text}: end${end}`;
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const parser = new EventParser();
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((place, nth) => whole.slice(places[nth], place));
        expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(EVENTS);
      }),
    );
  });
});
