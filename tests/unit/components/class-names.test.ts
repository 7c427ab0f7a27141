import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cn } from "@/lib/cn";
import { merge } from "../../support/merge-classes";

// `cn` compares nothing, so within one text no class may contradict another one.

const words = (text: string) => text.trim().replace(/\s+/g, " ");

function textsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/"([^"\n]*)"/g)])
    .map(([, text = ""]) => words(text))
    .filter((text) => text.includes(" "));
}

test("no text of the components has classes that contradict each other", () => {
  const texts = [...new Set([...textsOf("components"), ...textsOf("app")])];
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => merge(text) !== text)).toEqual([]);
});

test("no look of a component has classes that contradict each other", () => {
  const looks = readFileSync("app/components.css", "utf8").matchAll(/@apply ([^;]+);/g);
  const texts = [...looks].map(([, text = ""]) => words(text));
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((text) => merge(text) !== text)).toEqual([]);
});

test("texts are joined as they are, without what is none", () => {
  expect(cn("px-2 text-sm", false, undefined, null, "", ["text-muted-foreground"])).toBe(
    "px-2 text-sm text-muted-foreground",
  );
});
