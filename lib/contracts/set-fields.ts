import type { Endpoint, SettingField } from "@/lib/contracts/endpoint";

/** The fields of a parsed body that change a setting. */
export function setFields(
  { settingFields = [] }: Pick<Endpoint, "settingFields">,
  body: unknown,
): SettingField[] {
  if (typeof body !== "object" || body === null) return [];
  const given = new Map(Object.entries(body));
  return settingFields.filter(({ field, value }) =>
    value === undefined ? given.get(field) !== undefined : given.get(field) === value,
  );
}
