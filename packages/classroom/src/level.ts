/** Below this nothing but the electronics is heard: even a quiet room is louder. */
const NOTHING = 0.0005;

/** How loud a microphone is. */
export class Level {
  #context: AudioContext | null = null;
  #source: MediaStreamAudioSourceNode | null = null;
  #analyser: AnalyserNode | null = null;
  #samples = new Float32Array(1_024);

  listen(track: MediaStreamTrack | null): void {
    this.#source?.disconnect();
    this.#source = null;
    if (!track || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    this.#analyser ??= new AnalyserNode(this.#context, { fftSize: this.#samples.length });
    this.#source = this.#context.createMediaStreamSource(new MediaStream([track]));
    this.#source.connect(this.#analyser);
  }

  /** From 0 to 1, as the ear hears it; null while nothing can be measured. */
  read(): number | null {
    if (!this.#source || !this.#analyser || !this.#context) return null;
    // Some browsers let a page listen only after it was touched.
    if (this.#context.state !== "running") {
      void this.#context.resume().catch(() => undefined);
      return null;
    }
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const peak = this.#samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return peak < NOTHING ? 0 : Math.min(1, Math.max(0.01, 1 + Math.log10(peak) / 2.5));
  }

  stop(): void {
    void this.#context?.close().catch(() => undefined);
  }
}
