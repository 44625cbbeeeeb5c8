import { expect, it, vi } from "vitest";
import { readWhenSeen } from "./read-when-seen";

it("counts a message as read only once the page is visible", () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  vi.stubGlobal("document", page);
  const markRead = vi.fn();
  const stop = readWhenSeen({ markRead }, "anna", 7);
  expect(markRead).not.toHaveBeenCalled();
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(markRead.mock.calls).toEqual([["anna", 7]]);
  stop();
  page.dispatchEvent(new Event("visibilitychange"));
  expect(markRead).toHaveBeenCalledTimes(1);
});
