import type { OwnMedia, OwnView } from "@korki/classroom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { DeviceFields } from "./device-fields";

const device = (kind: string, deviceId: string) => ({ kind, deviceId, label: deviceId });
const track = (deviceId: string) => ({ getSettings: () => ({ deviceId }) });
const devices = ["audioinput", "videoinput"].flatMap((kind) =>
  ["first", "second", "third"].map((name) => device(kind, `${kind}-${name}`)),
);

function shown(choice: object, microphone: object | null, camera: object | null): string[] {
  vi.stubGlobal("HTMLMediaElement", class {});
  const preview = camera && { getVideoTracks: () => [camera] };
  const own = { microphone: {}, camera: {}, choice, devices, preview } as unknown as OwnView;
  const media = { tracks: { microphone } } as unknown as OwnMedia;
  const html = renderToStaticMarkup(<DeviceFields media={media} own={own} />);
  return [...html.matchAll(/selected="">([^<]+)/g)].map(([, name = ""]) => name);
}

it("shows the chosen device, else the one in use, else the first", () => {
  const [microphone, camera] = [track("audioinput-second"), track("videoinput-third")];
  expect(shown({}, null, null)).toEqual(["audioinput-first", "videoinput-first"]);
  expect(shown({}, microphone, camera)).toEqual(["audioinput-second", "videoinput-third"]);
  expect(shown({ microphone: "audioinput-third", camera: "gone" }, microphone, camera)).toEqual([
    "audioinput-third",
    "videoinput-third",
  ]);
});
