import { expect, it } from "vitest";
import { paths } from "./paths";
import { destinationAfterLogin, isDashboardHome } from "./visitor-paths";

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
