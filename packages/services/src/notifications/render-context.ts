import type { Role } from "@korki/domain";
import type { RenderContext } from "@korki/notifications";
import type { Settings } from "@korki/settings";

/** Returns what every text may use, for a recipient of this role (null: a visitor), about a child of theirs. */
export function renderContext(
  settings: Settings,
  recipientRole: Role | null,
  childName: string | null = null,
): RenderContext {
  const { publicUrl, centreName, contactPhone, contactEmail, przelewy24 } = settings;
  const paysOnline = przelewy24 !== null;
  return { publicUrl, centreName, contactPhone, contactEmail, paysOnline, recipientRole, childName };
}
