import { publishDocument } from "@korki/services/consents/documents";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";
import { SETTLEMENT_ROUTES } from "./settlement-routes";

const { services, rest } = await openTestApi();
const ID = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a";
const teacher = await makePerson(services, "Teacher");
const tokenOfTeacher = async () => (await signIn(services, teacher)).accessToken;

test("while months are not settled a teacher's calls do not exist, whatever they say", async () => {
  const token = await tokenOfTeacher();
  for (const { method, path } of SETTLEMENT_ROUTES.filter((row) => row.path.startsWith("/teacher/"))) {
    for (const [month, body] of [
      ["2026-11", { text: "Brakuje lekcji", version: 0 }],
      ["2026-13", { text: 5, version: "x" }],
    ] as const) {
      const at = path.replace("{month}", month).replace("{id}", ID);
      const { status } = await rest(method, at, method === "GET" ? { token } : { token, body });
      expect(status, `${method} ${at}`).toBe(404);
    }
  }
});

test("accepting a month names the consents that are missing, as every call does", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  const { id } = await publishDocument(admin, {
    kind: "Regulamin",
    title: "Regulamin",
    text: "Zasady",
    mandatory: true,
    roles: ["Teacher"],
  });
  const token = await tokenOfTeacher();
  const { status, body } = await rest("POST", "/teacher/settlement/2026-11/accept", { token, body: {} });
  expect({ status, body }).toEqual({ status: 403, body: { error: expect.any(String), consents: [id] } });
});
