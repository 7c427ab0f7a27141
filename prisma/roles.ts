const INSUFFICIENT_PRIVILEGE = "42501";
const UNDEFINED_OBJECT = "42704";

/** Whether the error says that the database user has no right to do this. */
export const isRefusal = (error: unknown) => hasCode(error, INSUFFICIENT_PRIVILEGE);
/** True when a statement names a role that doesn't exist. */
export const isMissingRole = (error: unknown) => hasCode(error, UNDEFINED_OBJECT);

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * SQL that creates a role without login. Roles belong to the whole server: another database's migration
 * may create it at the same moment.
 */
export function createGroup(name: string): string {
  return `
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN
        CREATE ROLE ${name} NOLOGIN;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`;
}
