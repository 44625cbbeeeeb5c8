import { expect, it } from "vitest";
import { withoutOrphans } from "./polish-typography";

it.each([
  ["pisz z nauczycielem i miej", "pisz z_nauczycielem i_miej"],
  ["W domu i w szkole", "W_domu i_w_szkole"],
  ["(7 lub 9) o tej", "(7 lub 9) o_tej"],
  ["Nauczyciel a uczeń", "Nauczyciel a_uczeń"],
  ["oraz to samo", "oraz to samo"],
  ["$" + "{page} z $" + "{pages}", "$" + "{page} z_$" + "{pages}"],
])("%s", (text, tied) => {
  expect(withoutOrphans(text).replaceAll("\u00a0", "_")).toBe(tied);
});
