// What contest sites give to JavaScript bots as globals: readline(), print(), printErr().
// Nothing is read before a bot calls readline(), so those that use process.stdin or node:readline notice nothing.
import { readSync } from "node:fs";

const buffer = new Uint8Array(65536);
const text = new TextDecoder();
const nap = new Int32Array(new SharedArrayBuffer(4));
let unread = "";
let ended = false;

function fill() {
  let count = 0;
  try {
    count = readSync(0, buffer, 0, buffer.length, null);
  } catch (error) {
    if (error.code === "EAGAIN") {
      Atomics.wait(nap, 0, 0, 1);
      return;
    }
    if (error.code !== "EOF") throw error;
  }
  ended = count === 0;
  unread += ended ? text.decode() : text.decode(buffer.subarray(0, count), { stream: true });
}

function readline() {
  let end;
  while ((end = unread.indexOf("\n")) < 0 && !ended) fill();
  if (end < 0 && unread === "") return null;
  const line = end < 0 ? unread : unread.slice(0, end);
  unread = end < 0 ? "" : unread.slice(end + 1);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

globalThis.readline ??= readline;
globalThis.print ??= (...words) => console.log(words.join(" "));
globalThis.printErr ??= (...words) => console.error(words.join(" "));
