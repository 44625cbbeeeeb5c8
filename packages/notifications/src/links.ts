/** Addresses of the screens that messages lead to; the web application's paths. */
const screens = {
  lessons: "/dashboard/zajecia",
  payments: "/dashboard/platnosci",
  settings: "/dashboard/ustawienia",
  chat: "/dashboard/chat",
  trialLessons: "/dashboard/zajecia/probne",
  auth: "/auth",
} as const;

/** A screen's whole address. */
export function screenUrl(publicUrl: string, screen: keyof typeof screens): string {
  return publicUrl + screens[screen];
}

/** The conversation with one person. */
export function conversationUrl(publicUrl: string, contactId: string): string {
  return `${publicUrl}${screens.chat}/${encodeURIComponent(contactId)}`;
}
