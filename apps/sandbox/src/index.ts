export { startInvoicesEmulator } from "./invoices/start-invoices-emulator";
export {
  type MailCapture,
  startMailCapture,
} from "./mail/mail-capture";
export { type MerchantKeys, PLAIN_PAYMENT } from "./payments/emulator";
export { startPaymentsEmulator } from "./payments/start-payments-emulator";
export { startPushEmulator } from "./push/start-push-emulator";

export type { Message } from "./telegram/bot-api-objects";

export { TELEGRAM_LIMITS } from "./telegram/rate-limits";
export {
  startTelegramEmulator,
  type TelegramEmulator,
} from "./telegram/start-telegram-emulator";
