const TONES_HZ = [660, 880];
const TONE_SECONDS = 0.14;
const LOUDNESS = 0.08;

let context: AudioContext | undefined;

/**
 * Two short, soft tones. Silent until the user has interacted with the page: browsers block earlier sound and
 * log a warning.
 */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [index, frequency] of TONES_HZ.entries()) {
    const begin = context.currentTime + index * TONE_SECONDS;
    const tone = new OscillatorNode(context, { frequency, type: "sine" });
    const volume = new GainNode(context, { gain: 0 });
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  }
}
