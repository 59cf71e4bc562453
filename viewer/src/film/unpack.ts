// From packed bytes to header line and body. What is cut off or damaged is given as far as it goes.

import { BadFilm, MOST_BYTES, MOST_HEADER_BYTES } from "./limits.ts";

/** A film's two parts, and what is wrong with the packing, in a sentence. */
export interface Unpacked {
  header: string;
  body: Uint8Array;
  problem: string | null;
}

const GZIP = [0x1f, 0x8b];
const LINE_END = 10;

/** Unpacks a film. */
export async function unpack(packed: Uint8Array): Promise<Unpacked> {
  if (packed.length === 0) throw new BadFilm("The film is empty.");
  if (packed[0] !== GZIP[0] || packed[1] !== GZIP[1]) {
    throw new BadFilm("This is not a film: a film is a gzip file that `skirmish` made.");
  }
  const { bytes, problem } = await gunzip(packed);
  const end = bytes.subarray(0, MOST_HEADER_BYTES).indexOf(LINE_END);
  if (end < 0) {
    const why = problem ?? `Its header has no end within ${MOST_HEADER_BYTES >> 20} MB.`;
    throw new BadFilm(`Nothing of this film can be shown. ${why}`);
  }
  const header = new TextDecoder().decode(bytes.subarray(0, end));
  return { header, body: bytes.subarray(end + 1), problem };
}

async function gunzip(packed: Uint8Array): Promise<{ bytes: Uint8Array; problem: string | null }> {
  const parts: Uint8Array[] = [];
  let total = 0;
  let problem: string | null = null;
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (total + value.length > MOST_BYTES) {
        problem = `The film is larger than ${MOST_BYTES >> 20} MB when unpacked; what is beyond that is not shown.`;
        await reader.cancel();
        break;
      }
      parts.push(value);
      total += value.length;
    }
  } catch {
    problem = "The film is cut off or damaged; what comes before that is shown.";
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, problem };
}
