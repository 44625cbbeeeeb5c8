import { shownInput, subscribeInput } from "@korki/contracts/push";
import { wireIdParam } from "@korki/contracts/wire/account-security";
import { wirePushDevice, wirePushState } from "@korki/contracts/wire/push";
import { type RestRoute, route } from "./route";

/** Push (rules §33). */
export const PUSH_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/user/push",
    procedure: "push.get",
    summary: "The key with which browsers subscribe, and one's own devices",
    answer: wirePushState,
  }),
  route({
    method: "PUT",
    path: "/user/push",
    procedure: "push.subscribe",
    summary: "Add this device, or renew its subscription",
    body: subscribeInput.omit({ isRenewal: true }),
    example: {
      endpoint: "https://updates.push.services.mozilla.com/wpush/v2/przyklad",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      name: "Firefox, Windows",
    },
    answer: wirePushDevice,
  }),
  route({
    method: "DELETE",
    path: "/user/push/{id}",
    procedure: "push.remove",
    summary: "Remove one's own device",
    params: wireIdParam,
  }),
  route({
    method: "POST",
    path: "/user/push/{id}/test",
    procedure: "push.test",
    summary: "Send a message to one's own device, to see whether it arrives",
    params: wireIdParam,
  }),
  route({
    method: "POST",
    path: "/push/shown",
    procedure: "push.shown",
    summary: "A device says that it showed a message; unknown and used tokens change nothing",
    body: shownInput,
    example: { token: "…" },
  }),
];
