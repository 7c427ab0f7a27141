/** Where the product, its stand-ins and their key are; the runner starts them and says so. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start these tests by their runner, npm test`);
  return value;
}

export const BASE_URL = required("E2E_BASE_URL");
/** The product's DATA_DIR: without a mail server, mails lie there. */
export const DATA_DIR = required("E2E_DATA_DIR");
/** The product's own database, past its walls. */
export const DATABASE_URL = required("E2E_DATABASE_URL");
export const CONTROL_URL = required("E2E_CONTROL_URL");
export const STRIPE_KEY = required("E2E_STRIPE_KEY");
/** Where the product looks for its "Single sign-on"; the tests of it start the stand-in there. */
export const OPENID_PORT = Number(required("E2E_OPENID_PORT"));
