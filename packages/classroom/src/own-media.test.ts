import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OwnMedia } from "./own-media";

const track = () => ({ enabled: true, readyState: "live", muted: false, stop: () => undefined });
let media: OwnMedia;

beforeEach(() => {
  const devices = {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    enumerateDevices: async () => [],
    getUserMedia: async () => ({ getAudioTracks: () => [track()], getVideoTracks: () => [track()] }),
  };
  vi.stubGlobal("navigator", { mediaDevices: devices });
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("MediaStream", class {});
  media = new OwnMedia({}, () => undefined);
});
afterEach(() => media.stop());

it("fetches a microphone again as muted as it was given back", async () => {
  await media.start();
  expect(media.sending.microphone).toBe(true);
  await media.setMicrophone(false);
  media.release();
  media.release();
  await media.start();
  expect(media.tracks.microphone?.enabled).toBe(false);
  expect(media.sending.microphone).toBe(false);
  await media.setMicrophone(true);
  media.release();
  await media.start();
  expect(media.tracks.microphone?.enabled).toBe(true);
});
