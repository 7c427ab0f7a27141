import { expect, test } from "vitest";
import { describeContract } from "@/tools/product/describe-contract";

const described = (source: string) =>
  describeContract("contract.ts", source).split("\n").slice(1).join("\n");

test("comments on fields, schemas and endpoints are passed on", () => {
  expect(
    described(`/**
 * What it is,
 * by {@link name}.
 * @schema Thing
 */
export const thing = z.object({
  /** "Its" name. */
  name: z.string().optional(),
  /** Short. */
  short,
  plain: z.string(),
});`),
  ).toContain(`export const thing = describedBy(z.object({
  /** "Its" name. */
  name: describedBy(z.string().optional(), "\\"Its\\" name.", undefined),
  /** Short. */
  short: describedBy(short, "Short.", undefined),
  plain: z.string(),
}), "What it is, by \`name\`.", "Thing");`);
});

test("other comments are not", () => {
  const source = `// Ours.
const plain = z.string();
const options = { /** Of nothing. */ a: 1 };
export function text(max: number) {
  return z.string().max(max);
}`;
  expect(describeContract("contract.ts", source)).toBe(source);
});
