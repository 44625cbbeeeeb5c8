export {
  type MailCapture,
  startMailCapture,
} from "./mail/mail-capture";
export { type MerchantKeys, PLAIN_PAYMENT } from "./payments/emulator";
export { startInvoicesEmulator, startPaymentsEmulator, startPushEmulator } from "./start-emulators";

export type { Message } from "./telegram/bot-api-objects";

export { TELEGRAM_LIMITS } from "./telegram/rate-limits";
export {
  startTelegramEmulator,
  type TelegramEmulator,
} from "./telegram/start-telegram-emulator";
