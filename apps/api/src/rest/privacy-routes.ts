import { erasedPerson, personData, personDataInput } from "@korki/contracts/privacy";
import { type RestRoute, route } from "./route";

/** A person's data on request (RODO). */
export const PRIVACY_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/person_data/{userId}",
    procedure: "adminPrivacy.exportPerson",
    summary: "Everything kept about a person; that the copy was made is kept in the history",
    params: personDataInput,
    answer: personData,
    toInput: ({ params }) => params,
  }),
  route({
    method: "POST",
    path: "/admin/erase_person/{userId}",
    procedure: "adminPrivacy.erasePerson",
    summary: "Erase who a person was and what they wrote; lessons and money stay in the figures",
    params: personDataInput,
    answer: erasedPerson,
    toInput: ({ params }) => params,
  }),
];
