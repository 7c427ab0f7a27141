import { unknownPath } from "@/server/http/methods";

// All unknown API paths return JSON instead of the HTML page.
export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as OPTIONS,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};
