export * from "./chat-actions";
export * from "./kinds";
export { escapeTelegram } from "./layouts/escape";
export type { TelegramButton, TelegramMessage } from "./layouts/telegram";
export * from "./links";
export * from "./message";
export * from "./queues";
export * from "./render";
export * from "./request";
