import { expect, test } from "vitest";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getListViews, keepListView, removeListView } from "./list-views";

const { services, asAdmin } = await openTestCentre();
const asColleague = personCtx(services, await makePerson(services, "Admin"));
const named = (list: readonly { name: string; query: string }[]) =>
  list.map(({ name, query }) => [name, query]);

test("views are the account's own, by list and name; the same name replaces, a limit holds", async () => {
  await keepListView(asAdmin, { list: "students", name: "Zaległości", query: "do-zaplaty=tak" });
  await keepListView(asAdmin, { list: "students", name: "Bez lekcji", query: "brak=lesson" });
  await keepListView(asAdmin, { list: "teachers", name: "Zaległości", query: "sort=email" });
  const views = await keepListView(asAdmin, {
    list: "students",
    name: "Zaległości",
    query: "do-zaplaty=tak&sort=-owed",
  });
  expect(named(views)).toEqual([
    ["Bez lekcji", "brak=lesson"],
    ["Zaległości", "do-zaplaty=tak&sort=-owed"],
  ]);
  expect(await getListViews(asColleague, { list: "students" })).toEqual([]);
  await removeListView(asColleague, { list: "students", name: "Bez lekcji" });
  await removeListView(asAdmin, { list: "students", name: "Bez lekcji" });
  expect(named(await getListViews(asAdmin, { list: "students" }))).toHaveLength(1);
  for (let at = 1; at < 30; at += 1) {
    await keepListView(asAdmin, { list: "students", name: `Widok ${at}`, query: "" });
  }
  await expect(
    keepListView(asAdmin, { list: "students", name: "O jeden za dużo", query: "" }),
  ).rejects.toMatchObject({ code: "conflict" });
});
