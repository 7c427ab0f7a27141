import { expect, test } from "vitest";
import { requireRole } from "@/server/platform/context";

test("a refusal lists who may, as a sentence does", () => {
  expect(() => requireRole({ role: "viewer" }, "bookkeeper", "undo it")).toThrow(
    "Only bookkeepers, admins and owners of this company can undo it, and you are a viewer.",
  );
  expect(() => requireRole({ role: "viewer", apiToken: "Sync" }, "admin")).toThrow(
    "Only admins and owners of this company can do this, and this API token acts as a viewer.",
  );
});
