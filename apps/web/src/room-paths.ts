/**
 * Addresses that the page of a lesson's room knows beside those of `visitorPaths`; those of the other screens are in
 * `paths`, which it does not load.
 */
export const roomPaths = {
  lessons: "/dashboard/zajecia",
  /** A page of its own; the server opens camera and microphone for it alone (rules §30). */
  room: (lessonId: string) => `/lekcja/${encodeURIComponent(lessonId)}/sala`,
  chatWith: (contactId: string) => `/dashboard/chat/${encodeURIComponent(contactId)}`,
} as const;
