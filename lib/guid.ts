const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The first GUID in a text, as Xero's ids are or contain them; undefined without one. */
export function guidIn(text: string): string | undefined {
  return GUID.exec(text)?.[0];
}
