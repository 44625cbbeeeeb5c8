export {
  type CapturedMail,
  type MailCapture,
  type MailCaptureOptions,
  startMailCapture,
} from "./mail/mail-capture";
export { type MerchantKeys, type PayChoice, PLAIN_PAYMENT } from "./payments/emulator";
export { startPaymentsEmulator } from "./payments/start-payments-emulator";
export { type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox";
export type { CallbackQuery, Message, Update } from "./telegram/bot-api-objects";
export type { BotApiCall } from "./telegram/call-log";
export type { ChatRecord, NewPerson } from "./telegram/chat-book";
export { SANDBOX_BOT_TOKEN } from "./telegram/emulator";
export { type RateLimitRules, TELEGRAM_LIMITS } from "./telegram/rate-limits";
export {
  startTelegramEmulator,
  type TelegramEmulator,
  type TelegramEmulatorOptions,
} from "./telegram/start-telegram-emulator";
