// Builds dist/viewer.html: one file with script and style inside, the same bytes from the same sources.
// With --check it writes nothing and fails if the committed file is not what the sources build.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The most the page may weigh, compressed. */
const MOST_GZIP_BYTES = 300_000;

const here = name => fileURLToPath(new URL(name, import.meta.url));

async function bundle(entry) {
  const made = await build({
    entryPoints: [here(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome109", "firefox115", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
    absWorkingDir: here("."),
  });
  return made.outputFiles[0].text.trim();
}

/** What a Content-Security-Policy calls this text. */
const hash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function page() {
  const [frame, style, script] = await Promise.all([
    readFile(here("src/page.html"), "utf8"),
    bundle("src/style.css"),
    bundle("src/main.ts"),
  ]);
  // A closing tag inside the script would end it early.
  const safe = script.replaceAll("</script", "<\\/script");
  const parts = { STYLE: style, SCRIPT: safe, STYLE_HASH: hash(style), SCRIPT_HASH: hash(safe) };
  return frame.replace(/%(STYLE|SCRIPT|STYLE_HASH|SCRIPT_HASH)%/g, (_, name) => parts[name]);
}

const html = await page();
const file = here("dist/viewer.html");
const weight = gzipSync(html, { level: 9 }).length;
const size = `${(weight / 1000).toFixed(1)} kB compressed, ${(html.length / 1000).toFixed(1)} kB plain`;
if (weight > MOST_GZIP_BYTES) {
  console.error(`viewer.html is too heavy: ${size}; the most is ${MOST_GZIP_BYTES / 1000} kB compressed`);
  process.exit(1);
}
if (process.argv.includes("--check")) {
  const committed = await readFile(file, "utf8").catch(() => "");
  if (committed !== html) {
    console.error("dist/viewer.html is not what the sources build; run `npm run build` and commit it");
    process.exit(1);
  }
  console.log(`dist/viewer.html is what the sources build: ${size}`);
} else {
  await mkdir(here("dist"), { recursive: true });
  await writeFile(file, html);
  console.log(`dist/viewer.html: ${size}`);
}
