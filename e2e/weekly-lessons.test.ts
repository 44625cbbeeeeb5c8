import { addDays, firstOn } from "@korki/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, closeBrowser, picture, signInOnBoth } from "./harness/browser";
import { type Classroom, inDays, makeClassroom } from "./harness/classroom";

/** A school year in one form, and a teacher's sick days in another. */
let room: Classroom;
const FIRST = firstOn("wt", inDays(2));
const SICK = addDays(FIRST, 14);

beforeAll(async () => {
  room = await makeClassroom();
  for (const weeks of [1, 3, 5]) {
    const day = addDays(FIRST, weeks * 7);
    await room.teacher.rest("PUT", "/closures", { scope: "teacher", from: day, to: day, label: "Urlop" });
  }
}, 60_000);
afterAll(closeBrowser);

test("a student asks for forty weekly lessons in one form; the skipped days are named", async () => {
  const { phone, desk } = await signInOnBoth(room.student.email, "dark");
  await desk.goto("/dashboard/zajecia/stale-terminy");
  await desk.getByRole("heading", { level: 1, name: /^Stałe terminy/ }).waitFor();
  expect(await axeFindings(desk)).toEqual([]);
  await phone.goto("/dashboard/zajecia");
  await phone.getByRole("link", { name: "Poproś o stały termin" }).click();
  await phone.getByLabel("Przedmiot").selectOption("Matematyka");
  await phone.getByLabel("Poziom").selectOption("liceumP");
  await phone.getByLabel("Dzień tygodnia").selectOption("wt");
  await phone.getByLabel("Od", { exact: true }).fill(FIRST);
  await phone.getByLabel("Do", { exact: true }).fill(addDays(FIRST, 39 * 7));
  await phone.getByRole("button", { name: "Sprawdź terminy" }).click();
  await phone.getByText("37 z 40 terminów; 3 pominięte").waitFor();
  expect(await axeFindings(phone)).toEqual([]);
  await picture(phone, "series-preview-phone");
  await phone.getByRole("button", { name: "Zarezerwuj 37 lekcji" }).click();
  await phone.getByText("Czeka na potwierdzenie").waitFor();
  await picture(phone, "series-list-phone");
});

test("the teacher confirms all of them with one click and decides about the lessons of a sick day", async () => {
  const { phone, desk } = await signInOnBoth(room.teacher.email, "light");
  await desk.goto("/dashboard/zajecia/stale-terminy");
  await desk.getByRole("button", { name: /^Potwierdź wszystkie/ }).click();
  await desk.getByText("Potwierdzony", { exact: true }).waitFor();
  expect(await axeFindings(desk)).toEqual([]);
  await picture(desk, "series-list-desk");

  await phone.goto("/dashboard/zajecia/dni-wolne");
  await phone.getByLabel("Od", { exact: true }).fill(SICK);
  await phone.getByLabel("Do", { exact: true }).fill(SICK);
  await phone.getByRole("button", { name: "Dodaj", exact: true }).click();
  await phone.getByText(/jest 1 lekcja/).waitFor();
  expect(await axeFindings(phone)).toEqual([]);
  await phone.getByLabel(/Matematyka/).selectOption({ index: 1 });
  await picture(phone, "closure-decisions-phone");
  await phone.getByRole("button", { name: "Zapisz i powiadom" }).click();
  await phone.getByText("Dodano").waitFor();
  await picture(phone, "closures-phone");
});

test("the student ends it from a lesson on, and is told how many lessons that are", async () => {
  const { desk } = await signInOnBoth(room.student.email, "light");
  await desk.goto("/dashboard/zajecia/stale-terminy");
  await desk.getByRole("button", { name: "Odwołaj" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Których lekcji to dotyczy").selectOption({ index: 1 });
  await picture(desk, "series-end-desk");
  await dialog.getByRole("button", { name: /^Odwołaj 36 lekcji/ }).click();
  await desk.getByText("Odwołano lekcje").waitFor();
});
