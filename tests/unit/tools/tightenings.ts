/** Statements that may break a program that knows only the previous schema. */
const TAKING = [
  /^DROP (TABLE|VIEW|TYPE|FUNCTION|SCHEMA|SEQUENCE|COLUMN)\b/i,
  /^TRUNCATE\b/i,
  /^REVOKE\b/i,
  /\bRENAME\b/i,
  // DROP CONSTRAINT, DROP NOT NULL and the like allow more than before.
  /\bDROP (?!CONSTRAINT\b|NOT NULL\b|EXPRESSION\b|IDENTITY\b|INDEX\b|TRIGGER\b|POLICY\b)/i,
  /\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/i,
  /\bSET NOT NULL\b/i,
];

/** A new column that every row must have, and that an older program does not fill. */
const DEMANDED = /\bADD (?:COLUMN )?[^,]*\bNOT NULL\b[^,]*/gi;

/**
 * Returns a migration's removing statements. New constraints are not detected: only a person can judge
 * whether an older program satisfies them.
 */
export function tightenings(sql: string): string[] {
  return statements(sql).filter(
    (statement) => TAKING.some((each) => each.test(statement)) || demands(statement),
  );
}

function demands(statement: string): boolean {
  if (!/^ALTER TABLE\b/i.test(statement)) return false;
  const columns = statement.match(DEMANDED) ?? [];
  return columns.some(
    (column) => !/^ADD CONSTRAINT\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column),
  );
}

/** Without comments and function bodies. */
function statements(sql: string): string[] {
  return (
    sql
      .replace(/--[^\n]*/g, "")
      // A temporary table is the migration's own.
      .replace(/\bON COMMIT DROP\b/gi, "")
      .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
      .split(";")
      .map((statement) => statement.trim().replace(/\s+/g, " "))
      .filter(Boolean)
  );
}
