export { type ChatCalls, ChatClient, type ConnectionState, type UnsentStore } from "./chat-client";
export { openChatConnection, openConnection } from "./connection";
export { hasOlder, type Pending, type Unsent } from "./conversation";
