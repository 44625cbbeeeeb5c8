/**
 * What a change can be about; an open screen reads the matching lists again. `all`: changes may have been missed, so
 * everything is read again.
 */
export const LIVE_TOPICS = [
  "all",
  "lessons",
  "trials",
  "series",
  "closures",
  "money",
  "reports",
  "people",
  "family",
  "attention",
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

export type LiveChange = { topic: LiveTopic };
