// A bare socket.io server: `echo` acknowledges a message with its content; `relay` also sends it to the recipient.
// Checks and stores nothing. The first argument chooses.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";

const [kind] = process.argv.slice(2);
const server = http.createServer();
const io = new Server(server, { serveClient: false });

io.on("connection", (socket) => {
  const { id } = socket.handshake.auth as { id: string };
  void socket.join(id);
  socket.on("send_message", (json: string, acknowledge: (answer: unknown) => void) => {
    if (kind === "echo") return acknowledge(json);
    const { recipient } = JSON.parse(json) as { recipient: string };
    io.to(recipient).emit("receive_message", json);
    acknowledge({ ok: true });
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
