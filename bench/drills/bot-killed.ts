// The bot is killed with SIGKILL over and over while people send it commands.
// pnpm bench drills/bot-killed [commands=1000] [kills=20]
import { setTimeout as sleep } from "node:timers/promises";
import { seconds, Verdict } from "../lab/figures";
import { onStage } from "./harness/stage";

const commands = Number(process.argv[2] ?? 1000);
const kills = Number(process.argv[3] ?? 20);

await onStage({ limits: false }, async (stage) => {
  const { telegram } = stage;
  const report = new Verdict(`${commands} commands, the bot killed ${kills} times`);
  const start = stage.program("bot");
  const chats = Array.from({ length: commands }, () => telegram.openChat().person.id);
  const answered = () => chats.filter((chatId) => telegram.botMessages(chatId).length > 0).length;
  const began = Date.now();
  let bot = await start("bot");
  for (const [index, chatId] of chats.entries()) {
    telegram.sendText(chatId, "/pomoc");
    if (index % 10 === 0) await sleep(1);
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    while (answered() < (commands * kill) / (kills + 1)) await sleep(5);
    process.kill(bot.pid, "SIGKILL");
    await bot.exited;
    bot = await start(`bot-${kill}`);
  }
  await telegram.waitUntilRead(300_000);
  const counts = chats.map((chatId) => telegram.botMessages(chatId).length);
  const lost = counts.filter((n) => n === 0).length;
  const doubled = counts.reduce((sum, n) => sum + Math.max(0, n - 1), 0);
  report.figure("took", seconds(Date.now() - began));
  report.must("commands without an answer", lost, lost === 0, "0");
  report.must("answered twice", doubled, doubled <= kills, `at most one per kill: ${kills}`);
  report.end();
});
