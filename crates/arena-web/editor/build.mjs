// Builds dist/editor.js, the same bytes from the same sources. With --check it writes nothing and fails if the
// committed file is not what the sources build.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The most the editor may weigh, compressed. It is loaded only where somebody edits. */
const MOST_GZIP_BYTES = 260_000;

const here = name => fileURLToPath(new URL(name, import.meta.url));

const made = await build({
  entryPoints: [here("src/editor.js")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: ["chrome109", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
  absWorkingDir: here("."),
});
const script = made.outputFiles[0].text;
const file = here("dist/editor.js");
const weight = gzipSync(script, { level: 9 }).length;
const size = `${(weight / 1000).toFixed(1)} kB compressed, ${(script.length / 1000).toFixed(1)} kB plain`;
if (weight > MOST_GZIP_BYTES) {
  console.error(`editor.js is too heavy: ${size}; the most is ${MOST_GZIP_BYTES / 1000} kB compressed`);
  process.exit(1);
}
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8").catch(() => "")) !== script) {
    console.error("dist/editor.js is not what the sources build; run `npm run build` and commit it");
    process.exit(1);
  }
  console.log(`dist/editor.js is what the sources build: ${size}`);
} else {
  await mkdir(here("dist"), { recursive: true });
  await writeFile(file, script);
  console.log(`dist/editor.js: ${size}`);
}
