// `pnpm bench chat`: how much the chat relays, stored and checked, beside what socket.io alone can do in the same
// run, and how long it takes to open a conversation of 100,000 messages.
// `pnpm bench chat disturb`: how much longer others wait while one client does its worst.
import { disturb } from "./chat-disturb";
import { relay } from "./chat-relay";

await (process.argv[2] === "disturb" ? disturb() : relay());
