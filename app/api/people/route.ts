import { peopleList } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listPeople } from "@/server/people/list-people";

export const GET = route(peopleList, (ctx) => listPeople(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
