import { expect, it } from "vitest";
import { paths } from "./paths";
import { destinationAfterLogin, isDashboardHome, splitAddress } from "./visitor-paths";

it.each([
  ["/dashboard/chat/1?x=2", "/dashboard/chat/1?x=2"],
  ["/dashboard", "/dashboard"],
  ["/dashboard?page=2", "/dashboard?page=2"],
  ["/dashboardish", paths.dashboard],
  ["//evil.example/dashboard", paths.dashboard],
  ["https://evil.example/dashboard", paths.dashboard],
  ["/auth", paths.dashboard],
  [undefined, paths.dashboard],
  [{}, paths.dashboard],
])("after signing in, %j leads to %s", (wanted, destination) => {
  expect(destinationAfterLogin(wanted)).toBe(destination);
});

it.each([
  ["/dashboard", true],
  ["/dashboard/", true],
  ["/dashboard/zajecia", false],
  ["/", false],
])("%s is the dashboard's own address: %s", (pathname, home) => {
  expect(isDashboardHome(pathname)).toBe(home);
});

it.each([
  ["/", "/", null],
  ["/cennik/", "/cennik", null],
  ["/regen_pass/a%2Bb", "/regen_pass", "a+b"],
  ["/regen_pass/%", "", null],
  ["/cennik/%E0%A4%A", "", null],
  ["/regen_pass/a/b", "", "a"],
])("%s is the page %j with the token %j", (pathname, name, token) => {
  expect(splitAddress(pathname)).toEqual({ name, token });
});
