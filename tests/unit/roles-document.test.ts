import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type LeastRole, ROLES } from "@/lib/constants/roles";
import { endpointGroups, endpoints } from "@/lib/contracts/registry";

const FILE = "docs/security.md";
const BEGIN =
  "<!-- roles: written by `npx vitest run --project unit tests/unit/roles-document.test.ts -u` -->";
const END = "<!-- /roles -->";

/** Who may call what: a row for each least role and group of endpoints, and what refuses API tokens. */
function table(): string {
  const leasts: LeastRole[] = ["anyone", "self", ...ROLES];
  const rows = leasts.flatMap((least) =>
    endpointGroups.flatMap(({ title, endpoints: all }) => {
      const own = all.filter(({ role }) => role === least);
      const named = own.map(({ method, path }) => `\`${method} ${path}\``).sort();
      return own.length === 0 ? [] : [`| ${least} | ${title} | ${named.join(", ")} |`];
    }),
  );
  const fields = endpoints.flatMap(({ method, path, settingFields = [] }) =>
    settingFields.map(
      ({ field, value, role }) =>
        `\`${value === undefined ? field : `${field}: ${value}`}\` of \`${method} ${path}\` (${role})`,
    ),
  );
  const settings = `Fields that change a setting ask for its role: ${fields.sort().join(", ")}.`;
  const stored = endpoints.flatMap(({ method, path, roleWhen }) =>
    roleWhen ? [`\`${method} ${path}\` where ${roleWhen.when} (${roleWhen.role})`] : [],
  );
  const raised = `What is stored can ask for more: ${stored.sort().join(", ")}.`;
  const refused = endpoints
    .filter(({ role, apiTokens }) => apiTokens === false && role !== "self" && role !== "owner")
    .map(({ method, path }) => `\`${method} ${path}\``)
    .sort();
  const tokens = `API tokens have the role viewer, bookkeeper or admin. Besides what asks for \`self\` or \`owner\`, they are refused: ${refused.join(", ")}.`;
  return [
    "| least role | about | endpoints |",
    "| --- | --- | --- |",
    ...rows,
    "",
    settings,
    "",
    raised,
    "",
    tokens,
  ].join("\n");
}

test("docs/security.md lists every endpoint with the role of its contract", async () => {
  const text = readFileSync(FILE, "utf8");
  const [before, rest = ""] = text.split(BEGIN);
  const [, after] = rest.split(END);
  expect(after, "the markers of the table").toBeDefined();
  const current = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  await expect(current).toMatchFileSnapshot(`../../${FILE}`);
});
