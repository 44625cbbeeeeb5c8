import * as field from "@korki/contracts/fields";
import { z } from "zod";
import type { Moment } from "./define-notification";
import type { Lookups } from "./lookups";

/** The payload of an e-mail with a link: the link's id. Its address is signed at the moment of sending. */
export const linkPayload = z.object({ linkId: field.id });

/** Revalidates while the link works, and adds its address to the facts. */
export function whileLinkWorks(leadsTo: Parameters<Lookups["accountLinkUrl"]>[1]) {
  return async <P extends z.infer<typeof linkPayload>>(payload: P, { lookups }: Moment) => {
    const url = await lookups.accountLinkUrl(payload.linkId, leadsTo);
    return url === null ? null : { ...payload, url };
  };
}

/** A link, for the samples. */
export const SAMPLE_LINK = {
  linkId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  url: "https://korki.example/regen_pass/przyklad",
};
