export { type ChatCalls, ChatClient, type ConnectionState } from "./chat-client";
export { openChatConnection, openConnection } from "./connection";
export { hasOlder, type Pending } from "./conversation";
