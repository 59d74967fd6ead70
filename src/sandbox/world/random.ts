/** Numbers in [0, 1), the same sequence for the same seed. */
export type Random = () => number;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}

/** Mulberry32, seeded by `seed` and `name`, so that each use has its own sequence. */
export function seededRandom(seed: number, name: string): Random {
  let state = hash(`${seed}/${name}`);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One number in [0, 1), fixed for a seed and a name. */
export function noise(seed: number, name: string): number {
  return seededRandom(seed, name)();
}
