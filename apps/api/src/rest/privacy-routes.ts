import { erasedPerson, erasePersonInput, personData, personDataInput } from "@korki/contracts/privacy";
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
    summary:
      'Erase who a person was; lessons and money stay. With planned lessons, `plannedLessons: "cancel"` is required',
    params: personDataInput,
    body: erasePersonInput.omit({ userId: true }),
    answer: erasedPerson,
    example: { plannedLessons: "cancel" },
    toInput: ({ params, body }) => ({ ...params, ...body }),
  }),
];
