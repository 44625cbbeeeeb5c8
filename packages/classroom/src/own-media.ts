import { ENOUGH, stepBandwidth } from "./bandwidth";
import { Level } from "./level";

export type TrackKind = "microphone" | "camera" | "screen";
/** What is sent now; null: nothing. */
export type OwnTracks = Record<TrackKind, MediaStreamTrack | null>;

/** What a person tells the others of the own devices. */
export type Sending = {
  readonly microphone: boolean;
  /** `weak`: off because the connection is too slow for it. */
  readonly camera: "on" | "off" | "weak";
  readonly screen: boolean;
};

/** Why a device gives nothing: refused by the person or the browser, not there, used by another program. */
type DeviceFault = "refused" | "missing" | "busy";

type Device = {
  readonly isOn: boolean;
  /** While it is fetched. */
  readonly isStarting: boolean;
  readonly fault: DeviceFault | null;
};

/** The devices that were chosen on this computer or phone; undefined: the browser's own choice. */
export type DeviceChoice = {
  readonly microphone?: string;
  readonly camera?: string;
  readonly speaker?: string;
  /** One who entered without a camera last time does so again. */
  readonly isCameraOff?: boolean;
};

/** What a screen shows of the own devices. */
export type OwnView = {
  readonly microphone: Device;
  readonly camera: Device;
  /** The camera is off because the connection is too slow for it. */
  readonly isWeak: boolean;
  readonly isSharing: boolean;
  /** Nothing was heard by the microphone for ten seconds although it is on. */
  readonly isSilent: boolean;
  readonly preview: MediaStream | null;
  readonly screen: MediaStream | null;
  readonly choice: DeviceChoice;
  readonly devices: readonly MediaDeviceInfo[];
};

const SILENT_AFTER_MS = 10_000;
const LISTEN_MS = 500;
/** A track that is muted for a moment only is left alone. */
const MUTED_MS = 1_000;
const RETRY_MS = 3_000;

const OFF: Device = { isOn: false, isStarting: false, fault: null };

/** Whether this browser can show the screen to others. */
export function canShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

/** Microphone, camera and screen of this window. `onTrack` is called when another track, or none, is to be sent. */
export class OwnMedia {
  readonly tracks: OwnTracks = { microphone: null, camera: null, screen: null };
  #view: OwnView;
  #camera: MediaStreamTrack | null = null;
  #wanted = { microphone: false, camera: false };
  /** Whether the person turned the microphone off; also while it is given back. */
  #isMuted = false;
  #bandwidth = ENOUGH;
  #heardAt = Date.now();
  #isStopped = false;
  readonly #level = new Level();
  readonly #listeners = new Set<() => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** One device at a time: browsers answer two questions at once in any order. */
  #work: Promise<void> = Promise.resolve();
  onTrack: (kind: TrackKind) => void = () => undefined;

  constructor(
    choice: DeviceChoice,
    private readonly remember: (choice: DeviceChoice) => void,
  ) {
    this.#view = {
      microphone: OFF,
      camera: OFF,
      isWeak: false,
      isSharing: false,
      isSilent: false,
      preview: null,
      screen: null,
      choice,
      devices: [],
    };
    this.#timer = setInterval(() => this.#listen(), LISTEN_MS);
    document.addEventListener("visibilitychange", this.#seen);
    navigator.mediaDevices?.addEventListener("devicechange", this.#list);
  }

  snapshot = (): OwnView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the others are told. */
  get sending(): Sending {
    const { microphone, camera, isWeak, isSharing } = this.#view;
    const shown = camera.isOn && isWeak ? "weak" : camera.isOn ? "on" : "off";
    return { microphone: microphone.isOn, camera: shown, screen: isSharing };
  }

  /** How loud the microphone is now, from 0 to 1; null where that is not known. */
  level(): number | null {
    return this.#level.read();
  }

  /**
   * Asks for both devices, with one question; where one of them is refused or missing, the other one serves.
   *
   * @param options.isMuted whether the microphone is open, and off; unless given, as the person left it
   */
  start({ isMuted = this.#isMuted } = {}): Promise<void> {
    this.#isMuted = isMuted;
    this.#wanted = { microphone: !isMuted, camera: !this.#view.choice.isCameraOff };
    return this.#do(async () => {
      if (this.#wanted.camera) {
        this.#set({ microphone: STARTING, camera: STARTING });
        try {
          const stream = await this.#ask({ audio: this.#sound(), video: this.#picture() });
          this.#takeMicrophone(stream.getAudioTracks()[0]);
          this.#takeCamera(stream.getVideoTracks()[0]);
          return;
        } catch {
          // One at a time tells which of them it is.
        }
      }
      await this.#startMicrophone();
      if (this.#wanted.camera) await this.#startCamera();
    });
  }

  /** Turns the microphone on or off. Off, it stays open: on is at once. */
  async setMicrophone(isOn: boolean): Promise<void> {
    this.#wanted.microphone = isOn;
    this.#isMuted = !isOn;
    const { microphone } = this.tracks;
    if (!microphone) return isOn ? this.#do(() => this.#startMicrophone()) : undefined;
    microphone.enabled = isOn;
    this.#heardAt = Date.now();
    this.#set({ microphone: { ...OFF, isOn }, isSilent: false });
  }

  /** Turns the camera on or off. Off, it is given back, and its light goes out. */
  setCamera(isOn: boolean): Promise<void> {
    this.#wanted.camera = isOn;
    this.#choose({ isCameraOff: !isOn });
    return this.#do(async () => {
      if (this.#wanted.camera === (this.#camera !== null)) return;
      if (this.#wanted.camera) await this.#startCamera();
      else this.#takeCamera(undefined);
    });
  }

  chooseMicrophone(id: string): Promise<void> {
    this.#choose({ microphone: id });
    return this.#do(() => this.#startMicrophone());
  }

  chooseCamera(id: string): Promise<void> {
    this.#wanted.camera = true;
    this.#choose({ camera: id, isCameraOff: false });
    return this.#do(() => this.#startCamera());
  }

  chooseSpeaker(id: string): void {
    this.#choose({ speaker: id });
  }

  /** Requests the microphone again: the system may have given it to a telephone call. */
  refetchMicrophone(): Promise<void> {
    return this.#do(() => this.#startMicrophone());
  }

  /** Shows the screen to the others; nothing where the person changes their mind. */
  async shareScreen(): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({
        video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 8 } },
        audio: false,
      });
      const [track] = stream.getVideoTracks();
      if (!track || this.#isStopped) return;
      track.contentHint = "detail";
      // The browser's own bar has a button for it, too.
      track.onended = () => this.stopSharing();
      this.tracks.screen?.stop();
      this.tracks.screen = track;
      this.#set({ isSharing: true, screen: stream });
      this.onTrack("screen");
    } catch {
      // The person closed the browser's dialog.
    }
  }

  stopSharing(): void {
    const { screen } = this.tracks;
    if (!screen) return;
    screen.onended = null;
    screen.stop();
    this.tracks.screen = null;
    this.#set({ isSharing: false, screen: null });
    this.onTrack("screen");
  }

  /** Takes an estimate of what can be sent (bit/s). */
  estimate(estimate: number | null): void {
    this.#bandwidth = stepBandwidth(this.#bandwidth, estimate, Date.now());
    if (this.#bandwidth.isWeak === this.#view.isWeak) return;
    this.#set({ isWeak: this.#bandwidth.isWeak });
    this.#sendCamera();
  }

  /** Gives all devices back; `start` fetches them again. */
  release(): void {
    this.#wanted = { microphone: false, camera: false };
    this.stopSharing();
    this.#takeCamera(undefined);
    const { microphone } = this.tracks;
    if (microphone) microphone.onended = null;
    microphone?.stop();
    this.tracks.microphone = null;
    this.#level.listen(null);
    this.#bandwidth = ENOUGH;
    this.#set({ microphone: OFF, isSilent: false, isWeak: false });
  }

  /** Gives all devices back for good: the page is closed. */
  stop(): void {
    this.release();
    this.#isStopped = true;
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
    navigator.mediaDevices?.removeEventListener("devicechange", this.#list);
    this.#level.stop();
    this.#listeners.clear();
  }

  async #startMicrophone(): Promise<void> {
    this.#set({ microphone: STARTING });
    try {
      // Some phones give a microphone to one track at a time.
      this.tracks.microphone?.stop();
      const stream = await this.#ask({ audio: this.#sound() });
      this.#takeMicrophone(stream.getAudioTracks()[0]);
    } catch (error) {
      this.tracks.microphone = null;
      this.#level.listen(null);
      this.#set({ microphone: { ...OFF, fault: faultOf(error) } });
      this.onTrack("microphone");
      if (faultOf(error) === "busy") this.#later(RETRY_MS);
    }
  }

  async #startCamera(): Promise<void> {
    this.#set({ camera: { ...STARTING, isOn: this.#view.camera.isOn } });
    try {
      const stream = await this.#ask({ video: this.#picture() });
      this.#takeCamera(stream.getVideoTracks()[0]);
    } catch (error) {
      this.#takeCamera(undefined);
      this.#set({ camera: { ...OFF, fault: faultOf(error) } });
    }
  }

  #takeMicrophone(track: MediaStreamTrack | undefined): void {
    if (!track) return;
    this.tracks.microphone?.stop();
    this.tracks.microphone = track;
    track.enabled = this.#wanted.microphone;
    track.onended = () => void this.refetchMicrophone();
    track.onmute = () => this.#later(MUTED_MS);
    this.#level.listen(track);
    this.#heardAt = Date.now();
    this.#set({ microphone: { ...OFF, isOn: this.#wanted.microphone }, isSilent: false });
    this.onTrack("microphone");
    void this.#list();
  }

  #takeCamera(track: MediaStreamTrack | undefined): void {
    if (this.#camera) this.#camera.onended = null;
    this.#camera?.stop();
    this.#camera = track ?? null;
    if (track) track.onended = () => this.#takeCamera(undefined);
    this.#set({
      camera: { ...OFF, isOn: track !== undefined },
      preview: track ? new MediaStream([track]) : null,
    });
    this.#sendCamera();
    void this.#list();
  }

  #sendCamera(): void {
    this.tracks.camera = this.#view.isWeak ? null : this.#camera;
    this.onTrack("camera");
  }

  /** Looks after a while whether the microphone came back by itself. */
  #later(ms: number): void {
    setTimeout(() => {
      if (!this.#isStopped && this.#wanted.microphone && !isLive(this.tracks.microphone)) {
        void this.refetchMicrophone();
      }
    }, ms);
  }

  /** A phone that slept may give a live track without sound. */
  #seen = (): void => {
    if (document.visibilityState !== "visible") return;
    const { microphone } = this.#view;
    if (microphone.isOn && this.#isSilent()) void this.refetchMicrophone();
    else this.#later(0);
  };

  #isSilent(): boolean {
    return Date.now() - this.#heardAt >= SILENT_AFTER_MS;
  }

  #listen(): void {
    const { microphone, isSilent } = this.#view;
    const level = this.level();
    if (!microphone.isOn || level === null || level > 0) this.#heardAt = Date.now();
    const isSilentNow = this.#isSilent();
    if (isSilentNow !== isSilent) this.#set({ isSilent: isSilentNow });
  }

  #list = async (): Promise<void> => {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    this.#set({ devices: devices.filter(({ deviceId }) => deviceId !== "") });
  };

  #sound(): MediaTrackConstraints {
    const { microphone } = this.#view.choice;
    const voice = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
    return { ...voice, ...(microphone && { deviceId: { ideal: microphone } }) };
  }

  #picture(): MediaTrackConstraints {
    const { camera } = this.#view.choice;
    return {
      width: { ideal: 640 },
      height: { ideal: 360 },
      frameRate: { ideal: 20 },
      ...(camera ? { deviceId: { ideal: camera } } : { facingMode: "user" }),
    };
  }

  async #ask(constraints: MediaStreamConstraints): Promise<MediaStream> {
    // A page without https has no devices at all.
    if (!navigator.mediaDevices) throw new DOMException("", "NotFoundError");
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    if (!this.#isStopped) return stream;
    for (const track of stream.getTracks()) track.stop();
    throw new DOMException("", "AbortError");
  }

  #choose(choice: DeviceChoice): void {
    this.#set({ choice: { ...this.#view.choice, ...choice } });
    this.remember(this.#view.choice);
  }

  #do(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(() => (this.#isStopped ? undefined : work()));
    return this.#work;
  }

  #set(changes: Partial<OwnView>): void {
    if (this.#isStopped) return;
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const STARTING: Device = { ...OFF, isStarting: true };

function isLive(track: MediaStreamTrack | null): boolean {
  return track !== null && track.readyState === "live" && !track.muted;
}

function faultOf(error: unknown): DeviceFault {
  const { name } = error as DOMException;
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "missing";
}
