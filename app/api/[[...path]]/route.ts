import { unknownPath } from "@/server/http/methods";

// Whatever no other file answers: JSON, not the page for people.
export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as OPTIONS,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};
