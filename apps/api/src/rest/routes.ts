import { ACCOUNT_ROUTES } from "./account-routes";
import { ACCOUNT_SECURITY_ROUTES } from "./account-security-routes";
import { ADMIN_LESSON_ROUTES } from "./admin-lesson-routes";
import { ADMIN_PEOPLE_ROUTES, PRIVACY_ROUTES } from "./admin-people-routes";
import { BANK_ROUTES } from "./bank-routes";
import { BILL_ROUTES } from "./bill-routes";
import { CANCELLATION_ROUTES } from "./cancellation-routes";
import { CHAT_ROUTES } from "./chat-routes";
import { BOARD_ROUTES, CLASSROOM_ROUTES } from "./classroom-routes";
import { CLOSURE_ROUTES } from "./closure-routes";
import { CONSENT_ROUTES } from "./consent-routes";
import { FAMILY_ROUTES } from "./family-routes";
import { INVOICE_ROUTES } from "./invoice-routes";
import { LEDGER_ROUTES } from "./ledger-routes";
import { MONEY_ROUTES } from "./money-routes";
import { ORDER_ROUTES } from "./order-routes";
import { OUTSIDE_CALENDAR_ROUTES } from "./outside-calendar-routes";
import { PUBLIC_ROUTES } from "./public-routes";
import { PUSH_ROUTES } from "./push-routes";
import { REPORT_ROUTES } from "./report-routes";
import { RESULTS_ROUTES } from "./results-routes";
import type { RestRoute } from "./route";
import { SERIES_ROUTES } from "./series-routes";
import { SETTLEMENT_ROUTES } from "./settlement-routes";
import { STUDENT_LESSON_ROUTES } from "./student-lesson-routes";
import { STUDENT_MONEY_ROUTES } from "./student-money-routes";
import { TEACHER_LESSON_ROUTES } from "./teacher-lesson-routes";

/** Every REST route of the product; adding one is one row. */
export const REST_ROUTES: readonly RestRoute[] = [
  ...ACCOUNT_ROUTES,
  ...ACCOUNT_SECURITY_ROUTES,
  ...CHAT_ROUTES,
  ...STUDENT_LESSON_ROUTES,
  ...TEACHER_LESSON_ROUTES,
  ...ADMIN_PEOPLE_ROUTES,
  ...ADMIN_LESSON_ROUTES,
  ...SERIES_ROUTES,
  ...CLASSROOM_ROUTES,
  ...BOARD_ROUTES,
  ...CLOSURE_ROUTES,
  ...CANCELLATION_ROUTES,
  ...MONEY_ROUTES,
  ...BANK_ROUTES,
  ...BILL_ROUTES,
  ...LEDGER_ROUTES,
  ...STUDENT_MONEY_ROUTES,
  ...FAMILY_ROUTES,
  ...ORDER_ROUTES,
  ...INVOICE_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...RESULTS_ROUTES,
  ...CONSENT_ROUTES,
  ...PRIVACY_ROUTES,
  ...PUSH_ROUTES,
  ...OUTSIDE_CALENDAR_ROUTES,
  ...REPORT_ROUTES,
  ...PUBLIC_ROUTES,
];
