// One client that does its worst until it is killed; the first argument says what (`Disturbance`). Cut off or not let
// in, it tries again at once.
import { WebSocket } from "ws";
import type { Disturbance } from "./chat-disturb";
import type { LoadClient } from "./chat-load";

const EVERY_MS = 10;
const AGAIN_MS = 20;

const MEGABYTE = `42["send_message","${"x".repeat(1_000_000)}"]`;

/** What it sends a hundred times a second. */
const DEEDS: Record<Disturbance, (socket: WebSocket, client: LoadClient) => void> = {
  garbage: (socket) => socket.send('42["send_message","{{{'),
  megabytes: (socket) => socket.send(MEGABYTE),
  flood(socket, { partnerId }) {
    const draft = JSON.stringify({ recipient: partnerId, text: "potop" });
    for (let at = 0; at < 10; at += 1) socket.send(`421["send_message",${JSON.stringify(draft)}]`);
  },
};

const deed = DEEDS[process.argv[2] as Disturbance];
process.once("message", ({ origin, client }: { origin: string; client: LoadClient }) => {
  disturb(`${origin.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`, client);
});

function disturb(address: string, client: LoadClient): void {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  let timer: NodeJS.Timeout | undefined;
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer) => {
    const frame = data.toString();
    if (frame.startsWith("0")) socket.send(`40${JSON.stringify({ id: client.id, token: client.token })}`);
    else if (frame === "2") socket.send("3");
    else if (frame.startsWith("44")) socket.close();
    else if (frame.startsWith("40")) timer ??= setInterval(() => deed(socket, client), EVERY_MS);
  });
  socket.on("close", () => {
    clearInterval(timer);
    setTimeout(disturb, AGAIN_MS, address, client);
  });
}
