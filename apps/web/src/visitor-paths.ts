/**
 * Addresses that visitors' pages know (rules §24); those of the dashboard's screens are in `paths`, which visitors do not
 * load.
 */
export const visitorPaths = {
  home: "/",
  auth: "/auth",
  /** The sign-in page, asking for a new link to set a password. */
  recovery: "/auth?tryb=odzyskiwanie",
  /** The sign-in page, asking for a link to sign in. */
  loginLinkForm: "/auth?tryb=link",
  /** The token follows. In the e-mail that signs in: the page whose button does it. */
  loginLink: "/wejdz",
  dashboard: "/dashboard",
  emailConfirmed: "/email_confirm_succes",
  emailNotConfirmed: "/email_confirm_error",
  /** The link's token follows. Also the address in an invitation: the link sets the first password. */
  resetPassword: "/regen_pass",
  /** The token follows. In the e-mail of a registration: the page whose button confirms the address. */
  confirmEmail: "/potwierdz",
  /** The token follows. In a security e-mail: the page whose button secures the account. */
  notMe: "/to_nie_ja",
  /** The token follows. In the e-mail that invites a student's parent. */
  invitation: "/zaproszenie",
  trialSignUp: "/lekcja_probna",
  /** For visitors; the default of the setting PRICE_LIST_URL. */
  priceList: "/cennik",
  /** The id follows. In the message about a bill: the page on which it is paid. */
  bill: "/rachunek",
  paymentsOfBill: (billId: string) => `/dashboard/platnosci?rachunek=${encodeURIComponent(billId)}`,
} as const;

/** Splits an address into the page's name and a link's token. The name is empty for an address that no page has. */
export function splitAddress(pathname: string): { name: string; token: string | null } {
  const [first = "", second, ...rest] = pathname.split("/").filter(Boolean);
  const name = rest.length === 0 ? `/${first}` : "";
  if (second === undefined) return { name, token: null };
  try {
    return { name, token: decodeURIComponent(second) };
  } catch {
    return { name: "", token: null };
  }
}

/**
 * Where to go after signing in: the address that the person wanted, if it is a screen of the dashboard or a lesson's room
 * of this very site, else the dashboard.
 */
export function destinationAfterLogin(wanted: unknown): string {
  return typeof wanted === "string" && /^\/(?:dashboard|lekcja)(?:[/?#]|$)/.test(wanted)
    ? wanted
    : visitorPaths.dashboard;
}

/** Whether an address shows the sign-in, and sends people who are signed in to the dashboard. */
export function isSignInAddress(pathname: string): boolean {
  return pathname === visitorPaths.home || pathname.replace(/\/+$/, "") === visitorPaths.auth;
}

/** Whether an address is the dashboard's own, which shows the lessons. */
export function isDashboardHome(pathname: string): boolean {
  return pathname.replace(/\/+$/, "") === visitorPaths.dashboard;
}

/** Whether an address is the dashboard's or one of its screens'. */
export function isDashboardScreen(pathname: string): boolean {
  return /^\/dashboard(?:\/|$)/.test(pathname);
}
