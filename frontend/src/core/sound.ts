/** Sounds made on the spot with WebAudio; no files. Silent until switched on. */

export type Sound = "card" | "chip" | "win" | "turn" | "tick" | "stop";

let context: AudioContext | null = null;
/** What all sounds go through, so that they are as loud as the player wishes. */
let master: GainNode | null = null;

function noise(out: AudioNode, at: number, length: number, pitch: number, loud: number): void {
  const audio = out.context;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2;
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

function tone(
  out: AudioNode,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  type: OscillatorType = "sine",
): void {
  const audio = out.context;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
}

/** Plays a sound, so loud of a hundred; must first be called from a click, as browsers demand. */
export function play(sound: Sound, volume: number): void {
  context ??= new AudioContext();
  const audio = context;
  if (!master) {
    master = audio.createGain();
    master.connect(audio.destination);
  }
  master.gain.value = volume / 100;
  if (audio.state === "suspended") void audio.resume();
  const now = audio.currentTime;
  switch (sound) {
    case "card":
      noise(master, now, 0.11, 2600, 0.35);
      break;
    case "chip":
      tone(master, now, 3150, 0.05, 0.09, "triangle");
      tone(master, now + 0.035, 2480, 0.07, 0.07, "triangle");
      break;
    case "win":
      tone(master, now, 659, 0.28, 0.08);
      tone(master, now + 0.09, 831, 0.3, 0.08);
      tone(master, now + 0.18, 988, 0.42, 0.08);
      break;
    case "turn":
      tone(master, now, 784, 0.22, 0.08);
      tone(master, now + 0.12, 1047, 0.3, 0.07);
      break;
    case "tick":
      tone(master, now, 1200, 0.04, 0.05, "square");
      break;
    case "stop":
      tone(master, now, 392, 0.5, 0.08);
      break;
  }
}
