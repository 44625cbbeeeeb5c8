import {
  beginLink,
  isInterrupted,
  type LinkCommand,
  type LinkEvent,
  type LinkSignal,
  type LinkState,
  stepLink,
} from "./link";
import type { OwnTracks, Sending, TrackKind } from "./own-media";

/** How often it is looked whether packets come. */
const LOOK_MS = 250;
/** Candidates within this time travel together. */
const GATHER_MS = 20;
/** Of 1; a voice near a microphone has some tenths. */
const SPEAKING_LEVEL = 0.02;

/** In the order in which they are negotiated, which is their place on both sides. */
const KINDS = ["microphone", "camera", "screen"] as const satisfies readonly TrackKind[];

/** What each may take of the way out (bit/s), and pictures per second (rules §30). */
const ENCODINGS: Record<TrackKind, RTCRtpEncodingParameters> = {
  microphone: { maxBitrate: 48_000, priority: "high", networkPriority: "high" },
  camera: { maxBitrate: 500_000, maxFramerate: 20, priority: "low" },
  screen: { maxBitrate: 1_500_000, maxFramerate: 8, priority: "medium" },
};

const NOTHING_SENT: Sending = { microphone: false, camera: "off", screen: false };

/** What a screen shows of the connection to a window. */
export type PeerView = {
  readonly state: "connecting" | "connected" | "interrupted";
  readonly sending: Sending;
  /** What comes from there; the tracks stay as long as a connection, whatever is sent on them. */
  readonly streams: Readonly<Record<TrackKind, MediaStream>> | null;
  readonly isSpeaking: boolean;
};

type PeerOptions = {
  isOfferer: boolean;
  /** Of the first connection, where this side offers. */
  generation: number;
  configuration: RTCConfiguration;
  tracks: OwnTracks;
  sending: Sending;
  send: (generation: number, signal: LinkSignal) => void;
  onChange: () => void;
  /** The other side closed the connection on purpose. */
  onBye: () => void;
  /** A message of the fast channel: strokes in motion, cursors. */
  onFast: (data: string) => void;
  /** An estimate of what can be sent (bit/s); null where the browser has none. */
  onEstimate: (estimate: number | null) => void;
};

/** The connection to one window of another person: runs what `link.ts` decides on the browser's RTCPeerConnection. */
export class Peer {
  #link: LinkState;
  #connection: RTCPeerConnection | null = null;
  #view: PeerView = { state: "connecting", sending: NOTHING_SENT, streams: null, isSpeaking: false };
  /** Reliable and in order: what the other one sends. */
  #notes: RTCDataChannel | null = null;
  /** Neither: a beat that shows that the path is there, and what is worth nothing later. */
  #fast: RTCDataChannel | null = null;
  /** The browser takes one step of a negotiation at a time. */
  #work: Promise<void> = Promise.resolve();
  #waiting: RTCIceCandidateInit[] = [];
  #gathered: RTCIceCandidateInit[] = [];
  #packets = 0;
  #voice = new MediaStream();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(private readonly options: PeerOptions) {
    const [link, commands] = beginLink(options, Date.now());
    this.#link = link;
    for (const command of commands) this.#run(command);
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
  }

  get view(): PeerView {
    return this.#view;
  }

  /** Whether packets have come lately. */
  get isHeard(): boolean {
    return this.#link.hasHeard && this.#link.trouble === null;
  }

  take(generation: number, signal: LinkSignal): void {
    this.#step({ kind: "signal", generation, signal });
  }

  signalling(isUp: boolean): void {
    this.#step({ kind: "signalling", isUp });
  }

  /**
   * Sends another track, or none, without a new negotiation. A camera's encoding is switched on or off with
   * it: browsers probe for bandwidth when an encoding becomes active, not when its track changes.
   */
  replace(kind: TrackKind): void {
    const sender = this.#sender(kind);
    void sender?.replaceTrack(this.options.tracks[kind]).catch(() => undefined);
    if (kind === "camera") this.#queue((connection) => this.#limit(connection));
  }

  tell(sending: Sending): void {
    this.options.sending = sending;
    if (this.#notes?.readyState === "open") this.#notes.send(JSON.stringify(sending));
  }

  sendFast(data: string): void {
    if (this.#fast?.readyState === "open") this.#fast.send(data);
  }

  /** @param isBye whether the other side is told that this window leaves, so that it does not wait for packets */
  close(isBye: boolean): void {
    clearInterval(this.#timer);
    if (isBye && this.#notes?.readyState === "open") this.#notes.send("bye");
    const connection = this.#connection;
    this.#connection = null;
    // What was sent last gets its time.
    setTimeout(() => connection?.close(), isBye ? 50 : 0);
  }

  #step(event: LinkEvent): void {
    const [link, commands] = stepLink(this.#link, event, Date.now());
    this.#link = link;
    for (const command of commands) this.#run(command);
    this.#show();
  }

  #run(command: LinkCommand) {
    switch (command.kind) {
      case "open":
        return this.#open();
      case "offer":
        return this.#queue(async (connection) => {
          await connection.setLocalDescription(
            await connection.createOffer({ iceRestart: command.isRestart }),
          );
          this.#send({ kind: "offer", no: command.no, sdp: connection.localDescription?.sdp ?? "" });
        });
      case "answer":
        return this.#queue(async (connection) => {
          await connection.setRemoteDescription({ type: "offer", sdp: command.sdp });
          for (const transceiver of connection.getTransceivers()) transceiver.direction = "sendrecv";
          await this.#fill(connection);
          await connection.setLocalDescription();
          this.#send({ kind: "answer", no: command.no, sdp: connection.localDescription?.sdp ?? "" });
          await this.#limit(connection);
          await this.#addWaiting(connection);
        });
      case "accept":
        return this.#queue(async (connection) => {
          await connection.setRemoteDescription({ type: "answer", sdp: command.sdp });
          await this.#addWaiting(connection);
        });
      case "add":
        return this.#queue(async (connection) => {
          this.#waiting.push(...command.candidates);
          if (connection.signalingState === "stable") await this.#addWaiting(connection);
        });
      case "ask":
        return this.#send({ kind: "unheard" });
    }
  }

  #open(): void {
    this.#connection?.close();
    this.#work = Promise.resolve();
    const connection = new RTCPeerConnection({ ...this.options.configuration, bundlePolicy: "max-bundle" });
    this.#connection = connection;
    this.#waiting = [];
    this.#gathered = [];
    this.#packets = 0;
    this.#notes = connection.createDataChannel("notes", { negotiated: true, id: 0 });
    this.#notes.onopen = () => this.tell(this.options.sending);
    this.#notes.onmessage = ({ data }) => this.#note(String(data));
    this.#fast = connection.createDataChannel("fast", {
      negotiated: true,
      id: 1,
      ordered: false,
      maxRetransmits: 0,
    });
    this.#fast.onmessage = ({ data }) => {
      if (data !== "") this.options.onFast(String(data));
    };
    connection.onicecandidate = ({ candidate }) => {
      if (candidate && connection === this.#connection) this.#gather(candidate.toJSON());
    };
    connection.onconnectionstatechange = () => {
      if (connection === this.#connection && connection.connectionState === "failed")
        this.#step({ kind: "failed" });
    };
    if (this.#link.isOfferer) {
      for (const kind of KINDS) {
        const track = this.options.tracks[kind];
        connection.addTransceiver(track ?? (kind === "microphone" ? "audio" : "video"), {
          direction: "sendrecv",
          sendEncodings: [ENCODINGS[kind]],
          streams: kind === "screen" ? [] : [this.#voice],
        });
      }
      this.#receive(connection);
    }
  }

  /** Puts the own tracks where the other side offers to take them. */
  async #fill(connection: RTCPeerConnection): Promise<void> {
    for (const [at, { sender }] of connection.getTransceivers().entries()) {
      const kind = KINDS[at];
      if (!kind) continue;
      // The picture is shown at the moment that its sound was said.
      if (kind !== "screen") sender.setStreams?.(this.#voice);
      if (sender.track !== this.options.tracks[kind]) await sender.replaceTrack(this.options.tracks[kind]);
    }
    if (!this.#view.streams || this.#isOther(connection)) this.#receive(connection);
  }

  /** Sets what each track may take, and whether a camera is sent; a browser that refuses a limit does without. */
  async #limit(connection: RTCPeerConnection): Promise<void> {
    for (const [at, { sender }] of connection.getTransceivers().entries()) {
      const kind = KINDS[at];
      const parameters = sender.getParameters();
      const [encoding] = parameters.encodings;
      if (!kind || !encoding) continue;
      Object.assign(encoding, ENCODINGS[kind]);
      if (kind === "camera") encoding.active = this.options.tracks.camera !== null;
      await sender.setParameters(parameters).catch(() => undefined);
    }
  }

  #isOther(connection: RTCPeerConnection): boolean {
    const [first] = connection.getTransceivers();
    return this.#view.streams?.microphone.getTracks()[0] !== first?.receiver.track;
  }

  #receive(connection: RTCPeerConnection): void {
    const [microphone, camera, screen] = connection
      .getTransceivers()
      .map(({ receiver }) => new MediaStream([receiver.track]));
    if (microphone && camera && screen) this.#change({ streams: { microphone, camera, screen } });
  }

  async #addWaiting(connection: RTCPeerConnection): Promise<void> {
    for (const candidate of this.#waiting.splice(0)) {
      // One of an offer that was replaced meanwhile is of no use any more.
      await connection.addIceCandidate(candidate).catch(() => undefined);
    }
  }

  #gather(candidate: RTCIceCandidateInit): void {
    const { generation } = this.#link;
    if (this.#gathered.push(candidate) > 1) return;
    setTimeout(() => {
      const candidates = this.#gathered.splice(0);
      if (candidates.length > 0 && generation === this.#link.generation)
        this.#send({ kind: "candidates", candidates });
    }, GATHER_MS);
  }

  #send(signal: LinkSignal): void {
    this.options.send(this.#link.generation, signal);
  }

  /** Does something with the present connection after all that was begun before. */
  #queue(work: (connection: RTCPeerConnection) => Promise<void>): void {
    const connection = this.#connection;
    this.#work = this.#work.then(async () => {
      if (!connection || connection !== this.#connection) return;
      try {
        await work(connection);
      } catch {
        // What cannot be negotiated carries no packets, and that is noticed.
      }
      this.#show();
    });
  }

  #note(text: string) {
    if (text === "bye") return this.options.onBye();
    const { microphone, camera, screen } = JSON.parse(text) as Partial<Sending>;
    const shown = camera === "on" || camera === "weak" ? camera : "off";
    this.#change({ sending: { microphone: microphone === true, camera: shown, screen: screen === true } });
  }

  /** Looks whether packets came, and what the way out can take. */
  async #look(): Promise<void> {
    const connection = this.#connection;
    this.sendFast("");
    if (!connection) return;
    const stats = await connection.getStats().catch(() => null);
    if (!stats || connection !== this.#connection) return;
    let packets = 0;
    let estimate: number | null = null;
    let level = 0;
    for (const report of stats.values() as Iterable<Record<string, unknown>>) {
      if (report.type === "inbound-rtp") {
        packets += Number(report.packetsReceived ?? 0);
        if (report.kind === "audio") level = Number(report.audioLevel ?? 0);
      } else if (report.type === "data-channel") packets += Number(report.messagesReceived ?? 0);
      else if (report.type === "candidate-pair" && typeof report.availableOutgoingBitrate === "number") {
        estimate = report.availableOutgoingBitrate;
      }
    }
    this.#step({ kind: packets > this.#packets ? "heard" : "tick" });
    this.#packets = packets;
    this.#change({ isSpeaking: level > SPEAKING_LEVEL });
    this.options.onEstimate(estimate);
  }

  #sender(kind: TrackKind): RTCRtpSender | undefined {
    return this.#connection?.getTransceivers()[KINDS.indexOf(kind)]?.sender;
  }

  #show() {
    if (isInterrupted(this.#link)) return this.#change({ state: "interrupted" });
    const isConnected = this.#connection?.connectionState === "connected" || this.isHeard;
    this.#change({ state: isConnected ? "connected" : "connecting" });
  }

  #change(changes: Partial<PeerView>): void {
    const view = { ...this.#view, ...changes };
    const isSame = (Object.keys(changes) as (keyof PeerView)[]).every((key) => view[key] === this.#view[key]);
    if (isSame) return;
    this.#view = view;
    this.options.onChange();
  }
}
