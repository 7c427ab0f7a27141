/** Each prepared plan takes memory per connection: further statements are planned on every call. */
const MAX_NAMES = 200;
/** A text that depends on the number of its values may never come again. */
const WORTH_A_NAME = 3;
const MAX_COUNTED = 1_000;

/**
 * Names for the ORM's statements, by which the database keeps them prepared per connection: parsing and planning a
 * statement behind row level security takes it longer than most of them run.
 * @returns of each statement its name, or "" for one that is not worth it
 */
export function statementNames(): (query: { sql: string; args: readonly unknown[] }) => string {
  const names = new Map<string, string>();
  const counted = new Map<string, number>();
  return ({ sql, args }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // BEGIN and the like, which may be several statements in one text.
    if (args.length === 0 || names.size >= MAX_NAMES) return "";
    const times = (counted.get(sql) ?? 0) + 1;
    if (times < WORTH_A_NAME) {
      if (counted.size >= MAX_COUNTED) counted.clear();
      counted.set(sql, times);
      return "";
    }
    counted.delete(sql);
    const name = `orm_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
