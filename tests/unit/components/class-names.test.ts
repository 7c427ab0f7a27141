import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { cn } from "@/lib/cn";

// `cn` takes a text alone as it is, so within one text no class may contradict another one.

/** With another text all classes are compared; a marker contradicts none. */
const merged = (text: string) => cn(text, "marker").replace(/ ?marker$/, "");

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
  expect(texts.filter((text) => merged(text) !== text)).toEqual([]);
});

const VARIANTS = ["default", "destructive", "outline", "secondary", "ghost", "link"] as const;
const SIZES = ["default", "sm", "lg", "icon"] as const;

test("no variant of a button or a badge does", () => {
  const buttons = VARIANTS.flatMap((variant) =>
    SIZES.map((size) => buttonVariants({ variant, size })),
  );
  const kinds: BadgeVariant[] = [
    ...(["default", "secondary", "outline"] as const),
    ...(["success", "warning", "destructive"] as const),
  ];
  const badges = kinds.map((variant) => String(Badge({ variant }).props.className));
  for (const text of [...buttons, ...badges]) expect(merged(text)).toBe(words(text));
});

test("texts are joined as they are, without what is none", () => {
  expect(cn("px-2 text-sm", false, undefined, null, "", ["text-muted-foreground"])).toBe(
    "px-2 text-sm text-muted-foreground",
  );
});
