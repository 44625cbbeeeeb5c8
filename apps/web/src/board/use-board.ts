import { BoardClient, type Draft, keyMaker, type Operation, oneDecimal, type Point } from "@korki/board";
import type { BoardView } from "@korki/contracts/board";
import { boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { currentSession } from "../session/session-store";
import { strokesOf } from "../session/unsaved-strokes";
import { type BoardServer, boardErrorText } from "./board-calls";
import { BoardStage } from "./board-stage";
import type { Look, Tool, WordsPlace } from "./hand";
import { LiveInk, type LiveWire } from "./live-ink";
import { pictureFile } from "./picture-file";
import { Pictures } from "./pictures";

/** What the board has from a room: operations as they are drawn, and the wire from window to window. */
export type LiveParts = {
  wire: LiveWire;
  /** Calls back with operations, and with null when the connection is there again. Returns how to stop. */
  listen(heard: (operations: Operation[] | null) => void): () => void;
  /** The teacher said "look here". */
  onLook(): void;
};

const MESSAGE_MS = 5_000;
/** Width of a new picture on the page. */
const PICTURE_WIDTH = 600;

/** Holds a board's client, its stage and what the screen shows of both. */
export function useBoard(props: {
  lessonId: string;
  view: BoardView;
  server: BoardServer;
  tool: Tool;
  live?: LiveParts;
}) {
  const { lessonId, view, server, tool, live } = props;
  const host = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const top = useRef<HTMLCanvasElement>(null);
  const stage = useRef<BoardStage | null>(null);
  const [, setChange] = useState(0);
  const [page, setPage] = useState(1);
  // Two hands on one page are told apart.
  const [look, setLook] = useState<Look>({ colour: view.isTeacher ? "black" : "blue", width: 4 });
  const [chosen, setChosen] = useState(0);
  const [message, setMessage] = useState<string | null>(null);
  const askWords = useRef<(place: WordsPlace) => void>(() => undefined);
  const formulaSizes = useRef(new Map<string, Point>());

  const isWritable = view.writableUntil !== null;
  const { userId, isTeacher } = view;
  const newKey = useMemo(() => keyMaker(), []);
  const [client] = useState(() => {
    const strokes = strokesOf(lessonId, userId, () => currentSession().id === userId);
    return new BoardClient(
      { id: userId, isTeacher },
      server.calls,
      {
        onChange: () => stage.current?.update(),
        onState: () => setChange((before) => before + 1),
        onRefused: setMessage,
      },
      { ...strokes, load: () => (isWritable ? strokes.load() : []) },
    );
  });
  const say = useCallback((error: unknown) => setMessage(boardErrorText(error)), []);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  useEffect(() => {
    void client.catchUp();
    const back = () => void client.catchUp();
    addEventListener("online", back);
    const stop = live?.listen((operations) => (operations ? client.heard(operations) : back()));
    return () => {
      removeEventListener("online", back);
      stop?.();
    };
  }, [client, live]);

  useEffect(() => {
    const parts = { host: host.current, base: base.current, live: top.current };
    if (!parts.host || !parts.base || !parts.live) return;
    const pictures = new Pictures(server, (id) => {
      stage.current?.painter.forget(id);
      stage.current?.repaint();
    });
    const ink = live
      ? new LiveInk(live.wire, {
          onChange: () => stage.current?.redraw(),
          onLook: (look) => {
            live.onLook();
            setPage(look.page);
            setMessage(texts.lookHereShown);
            stage.current?.lookAt(look);
          },
          isKept: (key) => client.copy.log.has(key),
        })
      : null;
    const made = new BoardStage(
      parts as { host: HTMLElement; base: HTMLCanvasElement; live: HTMLCanvasElement },
      client,
      newKey,
      {
        onChosen: (keys) => setChosen(keys.size),
        onWords: (place) => askWords.current(place),
        onKeyboardPen: (isDown) => setMessage(isDown ? texts.penDown : texts.penUp),
      },
      pictures.of,
      (key) => formulaSizes.current.get(key) ?? null,
      ink,
    );
    stage.current = made;
    const deaf = ink?.listen();
    return () => {
      deaf?.();
      made.stop();
      pictures.close();
      stage.current = null;
    };
  }, [client, live, newKey, server]);

  const shown = client.copy.view;
  const { isLocked } = shown;
  const isReadOnly = !isWritable || (isLocked && !isTeacher);
  useEffect(() => stage.current?.set({ tool, look, page, isReadOnly }), [tool, look, page, isReadOnly]);

  const draw = useCallback(
    (operation: Pick<Draft, "kind" | "body"> & { page?: number }) =>
      client.draw({ key: newKey(), page, ...operation } as Draft),
    [client, newKey, page],
  );
  const addPicture = useCallback(
    async (file: Blob) => {
      setMessage(texts.addingPicture);
      try {
        const pictureId = await server.savePicture(await pictureFile(file));
        const [x, y] = stage.current?.middle() ?? [0, 0];
        const at: Point = [
          oneDecimal(Math.max(0, x - PICTURE_WIDTH / 2)),
          oneDecimal(Math.max(0, y - PICTURE_WIDTH / 3)),
        ];
        draw({ kind: "picture", body: { at, pictureId, width: PICTURE_WIDTH } });
        setMessage(null);
      } catch (error) {
        say(error);
      }
    },
    [draw, say, server],
  );

  return {
    host,
    base,
    top,
    stage,
    client,
    page,
    look,
    setLook,
    chosen,
    message,
    say,
    isWritable,
    isLocked,
    draw,
    addPicture,
    pages: Math.max(shown.pages.length, page),
    isUnsaved: client.copy.pending.length > 0 && client.isAway,
    canUndo: client.canUndo,
    canRedo: client.canRedo,
    undo: () => client.undo(newKey(), page),
    redo: () => client.redo(newKey(), page),
    goTo: setPage,
    addPage() {
      const pages = shown.pages;
      draw({ kind: "page", body: { no: pages.length + 1, ground: pages.at(-1)?.ground ?? "plain" } });
      setPage(pages.length + 1);
    },
    takeLast: async () => {
      try {
        await server.takeLast();
        await client.catchUp();
        setPage(client.copy.view.pages.length);
      } catch (error) {
        say(error);
      }
    },
    formulaMeasured: useCallback((key: string, size: Point) => void formulaSizes.current.set(key, size), []),
    onWords: useCallback((ask: (place: WordsPlace) => void) => {
      askWords.current = ask;
    }, []),
  };
}
