import type { Level, Subject } from "@korki/domain";
import { getCentre } from "../centre/get-centre";
import type { Services } from "../context";
import { renderCalendar } from "./render-calendar";

/**
 * Renders the half hour that a visitor asked for as an iCalendar with one tentative event. It names nobody and is the same for
 * everybody who asks (rules §29). Throws `rate_limited` after too many from one address.
 */
export async function renderWishedTrial(
  services: Services,
  wish: { date: string; block: number; subject: Subject; level: Level },
  address: string,
): Promise<string> {
  await services.limits.consume("calendarReader", address);
  const { name: centreName } = await getCentre(services);
  const now = services.now().toISOString();
  const event = { id: `wish-${wish.date}-${wish.block}`, version: 0, createdAt: now, updatedAt: now };
  const unknown = { name: "", description: "", meetingLink: "", status: "Nowa" } as const;
  return renderCalendar({ centreName, lessons: [], trials: [{ ...wish, ...event, ...unknown }] });
}
