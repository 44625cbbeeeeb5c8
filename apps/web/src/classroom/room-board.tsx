import type { Room } from "@korki/classroom";
import type { BoardView } from "@korki/contracts/board";
import { fullName } from "@korki/domain";
import { memo, useEffect, useMemo, useState } from "react";
import { boardServer } from "../board/board-calls";
import { BoardScreen } from "../board/board-screen";
import type { LiveParts } from "../board/use-board";
import { server } from "./server";

const ANSWER_MS = 10_000;
const AGAIN_MS = 2_000;

/**
 * The lesson's board in its room: what is drawn goes over the room's connection, what is in motion from window to window.
 */
function RoomBoard(props: { lessonId: string; client: Room; onLook: () => void }) {
  const { lessonId, client, onLook } = props;
  const calls = useMemo(
    () =>
      boardServer(server, lessonId, (input) =>
        client.connection.connected ? client.connection.timeout(ANSWER_MS).emitWithAck("board", input) : null,
      ),
    [client, lessonId],
  );
  const live = useMemo(() => livePartsOf(client, onLook), [client, onLook]);
  const view = useView(calls);
  return view ? <BoardScreen lessonId={lessonId} view={view} server={calls} live={live} /> : null;
}

/** What else happens in the room does not render it again. */
export default memo(RoomBoard);

/** Asks until the server answers: one may enter while it is away for a moment. */
function useView(calls: { view(): Promise<BoardView> }): BoardView | null {
  const [view, setView] = useState<BoardView | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = () =>
      calls.view().then(
        (answer) => isOver || setView(answer),
        () => {
          if (!isOver) timer = setTimeout(ask, AGAIN_MS);
        },
      );
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [calls]);
  return view;
}

function livePartsOf(client: Room, onLook: () => void): LiveParts {
  const personAt = (window: string) => client.snapshot().others.find((other) => other.window === window);
  return {
    onLook,
    wire: {
      send: (text) => client.sendFast(text),
      listen: (heard) => client.onFast(heard),
      nameOf(window) {
        const person = personAt(window);
        return person ? fullName(person) : "";
      },
      isTeacher: (window) => personAt(window)?.role === "teacher",
    },
    listen(heard) {
      const draw = ({ operations }: { operations: Parameters<typeof heard>[0] }) => heard(operations);
      client.connection.on("board", draw);
      let wasOnline = client.snapshot().isOnline;
      const stop = client.subscribe(() => {
        const { isOnline } = client.snapshot();
        if (isOnline && !wasOnline) heard(null);
        wasOnline = isOnline;
      });
      return () => {
        client.connection.off("board", draw);
        stop();
      };
    },
  };
}
