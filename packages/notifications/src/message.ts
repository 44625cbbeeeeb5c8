import type { Role } from "@korki/domain";

/** How e-mails show the centre (rules §27). Colours are `#rrggbb`. */
export type MailBrand = {
  colour: string;
  /** The colour of links where the reader's device is dark. */
  onDark: string;
  /** The logo's address and its size on the screen; null: the name alone. */
  logo: { url: string; width: number; height: number } | null;
};

/** What a text may use beside its facts: the centre, and the recipient's role. */
export type RenderContext = {
  /** An origin, without a trailing slash. */
  publicUrl: string;
  centreName: string;
  contactPhone: string;
  contactEmail: string;
  /** The centre's colours and logo; null: the product's own. */
  brand: MailBrand | null;
  /** Whether lessons can be paid online (rules §20). */
  paysOnline: boolean;
  /** Null for a visitor without an account. */
  recipientRole: Role | null;
  /** The child that a parent is notified about, and whether the parent may book for it. */
  child?: { id: string; name: string; mayBook: boolean } | null;
};

/** A button under a Telegram message that the bot handles. */
export type ChatButton = { text: string; data: string };

/**
 * What a notification says, in plain text. The layouts of Telegram, mail text and mail HTML are made from it and
 * escape all of it.
 */
export type NotificationText = {
  /** An emoji that shows the kind at a glance. */
  icon: string;
  /** The mail's subject; one line. */
  subject: string;
  /** The first line of the text. */
  heading: string;
  paragraphs: string[];
  /** Facts as label and value. */
  details?: { label: string; value: string }[];
  /** The one thing to do next. */
  action?: { label: string; url: string };
  /** A second link, less prominent. */
  secondary?: { label: string; url: string };
  /** Telegram only. */
  buttons?: ChatButton[];
  /** Fine print. */
  footnote?: string;
  /** Nothing is added to it, the child's name neither. */
  isBare?: true;
};

/** A line of a message's details; none if the value is blank. */
export function detail(label: string, value: string): NonNullable<NotificationText["details"]> {
  return value.trim() === "" ? [] : [{ label, value }];
}
