import { expect, test } from "vitest";
import { REST_ROUTES } from "../rest/routes";
import { accessOf } from "../trpc/access";
import { procedureOf, procedurePaths } from "../trpc/procedures";

/** One line: the procedure, who may call it on what, and the REST routes that lead to it. */
function lineOf(procedure: ReturnType<typeof procedurePaths>[number]): string {
  const access = accessOf(procedureOf(procedure).meta);
  const routes = REST_ROUTES.filter((route) => route.procedure === procedure).map(
    ({ method, path, roles }) => `${method} ${path}${roles ? ` (${roles.join(", ")})` : ""}`,
  );
  return [procedure, whoMay(access), ...routes].join(" | ");
}

function whoMay(access: ReturnType<typeof accessOf>): string {
  if (access.open) return access.open === "always" ? "anyone, always" : "anyone";
  const { scopes, about, right } = access;
  const roles = Object.entries(scopes).map(([role, scope]) => (scope === "yes" ? role : `${role} ${scope}`));
  return `${roles.join(", ")}${about ? ` on ${about}` : ""}${right ? ` (a parent with ${right})` : ""}`;
}

test("the policy is as it was reviewed", async () => {
  // A view of the procedures' access: its diff shows a reviewer who may do more or less than before.
  await expect(`${procedurePaths().map(lineOf).join("\n")}\n`).toMatchFileSnapshot("./policy.txt");
});
