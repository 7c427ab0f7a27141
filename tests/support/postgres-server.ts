import pg from "pg";

/** Runs one statement on the server that `url` names. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** The same database, another user, whose password is its name. */
export function withLogin(url: string, name: string): string {
  const address = new URL(url);
  Object.assign(address, { username: name, password: name });
  return address.href;
}
