import { adminDb } from "./admin-db";

/**
 * Rows owned by a company or a person, by table, each with the transaction that wrote it. Finds tables by
 * their column names, so a new table is included.
 */
export async function ownedRows({
  companyId,
  userId,
}: {
  companyId: string;
  userId: number;
}): Promise<Map<string, string[]>> {
  const columns = await adminDb().$queryRaw<{ table_name: string; column_name: string }[]>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name IN ('company_id', 'user_id')
      OR (table_name, column_name) IN (('companies', 'id'), ('users', 'id')))
    ORDER BY 1, 2`;
  const rows = new Map<string, string[]>();
  for (const { table_name, column_name } of columns) {
    const isPerson = column_name === "user_id" || table_name === "users";
    const found = await adminDb().$queryRawUnsafe<{ row: string }[]>(
      `SELECT t.xmin || t::text AS row FROM "${table_name}" t
       WHERE ${column_name}::text = $1 ORDER BY 1`,
      isPerson ? String(userId) : companyId,
    );
    rows.set(table_name, [...(rows.get(table_name) ?? []), ...found.map(({ row }) => row)]);
  }
  return rows;
}
