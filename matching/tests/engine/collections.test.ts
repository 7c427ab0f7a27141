import fc from "fast-check";
import { expect, test } from "vitest";
import { Fingerprint, FingerprintIds } from "@/matching/engine/collections/fingerprint-ids";
import { groupIndices } from "@/matching/engine/collections/grouped-indices";
import { PairCache } from "@/matching/engine/collections/pair-cache";
import { PairSums } from "@/matching/engine/collections/pair-sums";
import { PostingLists } from "@/matching/engine/collections/posting-lists";
import { words } from "@/matching/engine/text/tokenize";

test("posting lists give the elements of a key from one element on and before another", () => {
  const key = fc.integer({ min: 0, max: 6 });
  // Sparse keys are searched for, others have a place each.
  const scale = fc.constantFrom(1, 1000);
  const keysOf = fc.array(fc.array(key, { maxLength: 5 }), { maxLength: 40 });
  const bound = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(keysOf, key, scale, bound, bound, (lists, asked, times, first, end) => {
      const index = new PostingLists(lists.length, (element) =>
        (lists[element] ?? []).map((each) => each * times),
      );
      const from = index.place(asked * times, first);
      const found: number[] = [];
      for (let place = from; place < index.endOf(asked * times, from, end); place++) {
        found.push(index.at(place));
      }
      const expected = lists.flatMap((keys, element) =>
        element >= first && element < end ? keys.flatMap((k) => (k === asked ? element : [])) : [],
      );
      expect(found).toEqual(expected);
    }),
  );
});

test("indices are grouped in the arrays of former ones as in new ones", () => {
  const groups = 5;
  const group = fc.integer({ min: -1, max: groups - 1 });
  const groupOf = fc.array(group).map((values) => Int32Array.from(values));
  fc.assert(
    fc.property(groupOf, groupOf, (first, second) => {
      const { starts, members } = groupIndices(second, groups, groupIndices(first, groups));
      for (let group = 0; group < groups; group++) {
        expect([...members.subarray(starts[group], starts[group + 1])]).toEqual(
          [...second.keys()].filter((index) => second[index] === group),
        );
      }
    }),
  );
});

test("texts are numbered in order of first appearance", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
      const ids = new FingerprintIds();
      const first = [...new Set(texts)];
      for (const text of texts) expect(ids.of(fingerprintOf(text))).toBe(first.indexOf(text));
    }),
  );
});

test("numbers of texts stay when the table grows", () => {
  const ids = new FingerprintIds();
  const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i}`);
  expect(texts.map((text) => ids.of(fingerprintOf(text)))).toEqual([...texts.keys()]);
  expect(texts.map((text) => ids.of(fingerprintOf(text)))).toEqual([...texts.keys()]);
});

test("a pair cache answers the value of this very pair or nothing", () => {
  const number = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number)), number, number, (pairs, left, right) => {
      const cache = new PairCache<string>(8);
      for (const [a, b] of pairs) cache.set(a, b, `${a} ${b}`);
      expect([undefined, `${left} ${right}`]).toContain(cache.get(left, right));
      cache.set(left, right, "last");
      expect(cache.get(left, right)).toBe("last");
    }),
  );
});

test("a cache that grows keeps what no other pair has replaced", () => {
  const cache = new PairCache<number>(2 ** 14);
  const pairs = Array.from({ length: 3_000 }, (_, index) => [index % 61, index] as const);
  for (const [left, right] of pairs) cache.set(left, right, right);
  const kept = pairs.filter(([left, right]) => cache.get(left, right) !== undefined);
  expect(kept.every(([left, right]) => cache.get(left, right) === right)).toBe(true);
  expect(kept.length).toBeGreaterThan(2_000);
});

test("sums of pairs are those of all that was added, also after the table grew and was cleared", () => {
  const number = fc.integer({ min: 0, max: 60 });
  const added = fc.array(fc.tuple(number, number, fc.integer({ min: 1, max: 9 })), {
    maxLength: 3_000,
    size: "max",
  });
  fc.assert(
    fc.property(added, (entries) => {
      const sums = new PairSums();
      for (let left = 0; left < 2_000; left++) sums.add(left, 2, 3);
      sums.clear();
      const expected = new Map<number, number>();
      for (const [left, right, value] of entries) {
        const key = left * 100 + right;
        if (sums.add(left, right, value) === expected.has(key)) expect.fail("first of two");
        expected.set(key, (expected.get(key) ?? 0) + value);
      }
      const keys = [...expected.keys()];
      expect([...sums]).toEqual([...expected].map(([key, sum]) => [Math.floor(key / 100), sum]));
      expect(keys.map((key) => sums.get(Math.floor(key / 100), key % 100))).toEqual([
        ...expected.values(),
      ]);
      expect(sums.get(61, 2)).toBe(0);
    }),
    { numRuns: 20 },
  );
});

test("plain texts are split into the same words as others", () => {
  const letters = fc.constantFrom(..."aZ09 .,-_'`&@/");
  fc.assert(
    fc.property(fc.array(letters), (characters) => {
      const text = characters.join("");
      const expected = words(`${text} ж`);
      expect([...words(text), "zh"]).toEqual(expected);
    }),
  );
});

function fingerprintOf(text: string): number {
  const fingerprint = new Fingerprint();
  for (let i = 0; i < text.length; i++) fingerprint.add(text.charCodeAt(i));
  return fingerprint.value;
}
