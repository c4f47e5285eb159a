// The sounds of a race, made here by the browser: no file is loaded.

export type SoundName = 'engine' | 'dice' | 'bump' | 'crash' | 'item' | 'flag';

const LOUD = 0.22; // of all of them together
let context: AudioContext | null = null;
let out: GainNode | null = null;
let hiss: AudioBuffer | null = null;

function start(): { audio: AudioContext; to: GainNode } | null {
  if (typeof AudioContext === 'undefined') return null;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = LOUD;
    out.connect(context.destination);
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const wave = hiss.getChannelData(0);
    for (let at = 0; at < wave.length; at++) wave[at] = Math.random() * 2 - 1;
  }
  void context.resume();
  return { audio: context, to: out! };
}

/** Play a sound after a delay in seconds; an engine runs for about as long as its step. */
export function play(name: SoundName, after: number, long: number): void {
  const now = start();
  if (now) SOUNDS[name](now.audio, now.to, now.audio.currentTime + after, long);
}

type Sound = (audio: AudioContext, to: AudioNode, at: number, long: number) => void;

const SOUNDS: Record<SoundName, Sound> = {
  engine: (audio, to, at, long) => {
    const run = Math.min(long * 0.6, 1);
    tone(
      audio,
      to,
      'sawtooth',
      [
        [at, 62],
        [at + run * 0.6, 128],
        [at + run, 84],
      ],
      at,
      run,
      0.3,
      420,
    );
    tone(
      audio,
      to,
      'square',
      [
        [at, 31],
        [at + run * 0.6, 64],
        [at + run, 42],
      ],
      at,
      run,
      0.18,
      260,
    );
  },
  dice: (audio, to, at) => {
    for (const [delay, pitch] of [
      [0, 2300],
      [0.07, 1900],
      [0.13, 2600],
      [0.21, 1700],
      [0.34, 2100],
    ] as const)
      noise(audio, to, at + delay, 0.035, 0.5, 'bandpass', pitch);
  },
  bump: (audio, to, at) => {
    tone(
      audio,
      to,
      'sine',
      [
        [at, 150],
        [at + 0.16, 46],
      ],
      at,
      0.2,
      0.9,
    );
    noise(audio, to, at, 0.09, 0.35, 'lowpass', 900);
  },
  crash: (audio, to, at) => {
    tone(
      audio,
      to,
      'sine',
      [
        [at, 110],
        [at + 0.4, 30],
      ],
      at,
      0.5,
      0.9,
    );
    noise(audio, to, at, 0.55, 0.6, 'lowpass', 1500);
    noise(audio, to, at + 0.08, 0.35, 0.25, 'highpass', 3200);
  },
  item: (audio, to, at) => {
    [659, 880, 1319].forEach((pitch, nth) =>
      tone(audio, to, 'triangle', [[at + nth * 0.07, pitch]], at + nth * 0.07, 0.16, 0.4),
    );
  },
  flag: (audio, to, at) => {
    [523, 659, 784, 1047].forEach((pitch, nth) =>
      tone(audio, to, 'square', [[at + nth * 0.11, pitch]], at + nth * 0.11, nth === 3 ? 0.5 : 0.12, 0.16, 2600),
    );
  },
};

function tone(
  audio: AudioContext,
  to: AudioNode,
  type: OscillatorType,
  pitches: [number, number][],
  at: number,
  long: number,
  loud: number,
  below = 0,
): void {
  const wave = audio.createOscillator();
  wave.type = type;
  pitches.forEach(([when, pitch], nth) =>
    nth ? wave.frequency.exponentialRampToValueAtTime(pitch, when) : wave.frequency.setValueAtTime(pitch, when),
  );
  wave.connect(filtered(audio, faded(audio, to, at, long, loud), 'lowpass', below));
  wave.start(at);
  wave.stop(at + long + 0.05);
}

function noise(
  audio: AudioContext,
  to: AudioNode,
  at: number,
  long: number,
  loud: number,
  type: BiquadFilterType,
  pitch: number,
): void {
  const wave = audio.createBufferSource();
  wave.buffer = hiss;
  wave.connect(filtered(audio, faded(audio, to, at, long, loud), type, pitch));
  wave.start(at, Math.random() * 0.4, long + 0.05);
}

function filtered(audio: AudioContext, to: AudioNode, type: BiquadFilterType, pitch: number): AudioNode {
  if (!pitch) return to;
  const filter = audio.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = pitch;
  filter.connect(to);
  return filter;
}

function faded(audio: AudioContext, to: AudioNode, at: number, long: number, loud: number): AudioNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(to);
  return gain;
}
