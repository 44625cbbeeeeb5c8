import { afterEach, expect, test } from "vitest";
import {
  callableEndpoints,
  resourceId,
  send,
  tokenOf,
  type WireCall,
  welcomeCaller,
} from "../testing/endpoints";
import { isErrorResponse } from "../testing/error-responses";
import { makeFixtures } from "../testing/fixtures";
import { oddCalls } from "../testing/odd-input";
import { type Answer, sendTogether } from "../testing/send-together";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "100000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);
afterEach(() => snapshot.restore());

/** A wrong code is counted against the request that it guesses at. */
const COUNTS_TRIES = /^[-+] login_requests\(/;

async function countedChanges(): Promise<string[]> {
  return (await snapshot.changes()).filter((line) => !COUNTS_TRIES.test(line));
}

type Sent = { call: WireCall; status: number; text: string };

async function sendAll(calls: WireCall[], token: string | null): Promise<Sent[]> {
  const answers = await sendTogether(origin, calls, token);
  return calls.map((call, at) => ({ call, ...(answers[at] as Answer) }));
}

const inShort = ({ call, status, text }: Sent) =>
  `${status} ${call.path.slice(0, 200)} ${JSON.stringify(call.body)?.slice(0, 300)} → ${text.slice(0, 200)}`;

for (const endpoint of callableEndpoints(fixtures)) {
  test(`${endpoint.name} refuses odd input, or bears it`, async () => {
    const caller = welcomeCaller(fixtures, endpoint);
    const calls = [
      ...oddCalls(endpoint.call(fixtures, resourceId(fixtures, endpoint), caller), endpoint.takes),
    ];
    const sent = await sendAll(calls, tokenOf(fixtures, caller));
    expect(sent.filter(({ status }) => status >= 500).map(inShort)).toEqual([]);

    const refused = sent.filter(({ status }) => status >= 400);
    expect(refused.filter(({ text }) => !isErrorResponse(text)).map(inShort)).toEqual([]);
    let changes = await countedChanges();
    if (refused.length < sent.length && changes.length > 0) {
      // Some calls were accepted and may have made these changes. The refused ones, but for those that only came too
      // late, must be refused again by themselves and change nothing.
      await snapshot.restore();
      const bad = refused.filter(({ status }) => ![404, 409].includes(status)).map(({ call }) => call);
      const again = await sendAll(bad, tokenOf(fixtures, caller));
      expect(again.filter(({ status }) => status < 400).map(inShort)).toEqual([]);
      changes = await countedChanges();
    }
    expect(changes).toEqual([]);
  }, 180_000);
}

test.each(["tRPC adminLessons.list", "tRPC adminPeople.update"])(
  "odd input of %s is answered within a batch as it is alone",
  async (name) => {
    const endpoint = callableEndpoints(fixtures).find((each) => each.name === name);
    if (!endpoint) throw new Error(`there is no ${name}`);
    const caller = welcomeCaller(fixtures, endpoint);
    const token = tokenOf(fixtures, caller);
    const calls = [
      ...oddCalls(endpoint.call(fixtures, resourceId(fixtures, endpoint), caller), endpoint.takes),
    ];
    // Accepted calls in one batch may conflict with each other, so only refused ones are compared.
    const refused = (await sendAll(calls, token)).filter(({ status }) => status === 400);
    expect(refused).not.toEqual([]);
    for (const { call, status, text } of refused) {
      const alone = await send(origin, call, token);
      expect([alone.status, alone.text], inShort({ call, status, text })).toEqual([status, text]);
    }
  },
);
