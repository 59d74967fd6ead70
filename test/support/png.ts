import { inflateSync } from "node:zlib";

/** A decoded PNG of eight bits a channel, with alpha, not interlaced. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The brightness of a pixel, 0 to 255. */
  brightness(x: number, y: number): number;
}

/** Reads a PNG (ISO/IEC 15948) as the renderer of pictures writes it. */
export function readPng(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 6 || png[28] !== 0) throw new Error("another kind of PNG");
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const lines = inflateSync(Buffer.concat(data));
  const stride = width * 4;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const left = x < 4 ? 0 : (pixels[y * stride + x - 4] ?? 0);
      const up = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0);
      const corner = x < 4 || y === 0 ? 0 : (pixels[(y - 1) * stride + x - 4] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      pixels[y * stride + x] = (lines[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  const brightness = (x: number, y: number): number => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray((y * width + x) * 4);
    return (red + green + blue) / 3;
  };
  return { width, height, brightness };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
