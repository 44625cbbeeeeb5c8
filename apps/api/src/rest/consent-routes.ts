import { teacherIdInput } from "@korki/contracts/admin-people";
import { consentInput, publishDocumentInput, vettingInput } from "@korki/contracts/consents";
import { wireDocument, wireVettingCheck } from "@korki/contracts/wire/account-security";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

/** Documents, consents and the checks of teachers (rules §16). */
export const CONSENT_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/documents",
    procedure: "consents.documents",
    summary: "The centre's documents in their current versions",
    answer: wireDocument.array(),
  }),
  route({
    method: "PUT",
    path: "/admin/document",
    procedure: "consents.publish",
    summary: "Publish a new version of a document; a mandatory one is asked for at the next sign-in",
    body: publishDocumentInput,
    example: { kind: "regulamin", title: "Regulamin", text: "§1 …", mandatory: false, roles: ["Student"] },
    answer: wireDocument,
  }),
  route({
    method: "POST",
    path: "/user/consent",
    procedure: "consents.give",
    summary: "Accept a document, or withdraw an optional one; a parent for the child `studentId`",
    body: consentInput,
    example: { documentId: EXAMPLE_ID, accepted: true },
  }),
  route({
    method: "GET",
    path: "/admin/vetting/{teacherId}",
    procedure: "consents.vetting",
    summary: "The checks of a teacher, the newest first",
    params: teacherIdInput,
    answer: wireVettingCheck.array(),
  }),
  route({
    method: "PUT",
    path: "/admin/vetting",
    procedure: "consents.addVetting",
    summary: "Note down a check of a teacher",
    body: vettingInput,
    example: { teacherId: EXAMPLE_ID, kind: "krk", checkedOn: "2026-11-02", reference: "KRK/2026/1" },
    answer: wireVettingCheck,
  }),
];
