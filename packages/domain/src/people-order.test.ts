import { expect, test } from "vitest";
import { bySurname } from "./people-order";

test("people are sorted by surname, then by name, with Polish letters after their plain ones", () => {
  const people = ["Łoś Ewa", "Lis Żaneta", "Lis Zenon", "Mak Adam", "Ćma Jan", "Cis Jan", "lis Adam"].map(
    (person) => {
      const [surname = "", name = ""] = person.split(" ");
      return { name, surname };
    },
  );
  expect(people.sort(bySurname).map(({ name, surname }) => `${surname} ${name}`)).toEqual([
    "Cis Jan",
    "Ćma Jan",
    "lis Adam",
    "Lis Zenon",
    "Lis Żaneta",
    "Łoś Ewa",
    "Mak Adam",
  ]);
});
