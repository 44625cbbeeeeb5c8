export { type ChatCalls, ChatClient, type ChatSnapshot, type ConnectionState } from "./chat-client";
export { type ChatConnection, openChatConnection, type RefusalCode } from "./connection";
export { type Conversation, hasOlder, type Pending } from "./conversation";
