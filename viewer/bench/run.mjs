// Bundles a TypeScript file of this folder for Node and runs it: `node bench/run.mjs bench`.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = await mkdtemp(join(root, "node_modules", ".run-"));
try {
  const outfile = join(folder, "run.mjs");
  await build({
    entryPoints: [join(root, "bench", `${process.argv[2]}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "bench", "run.mjs")).href) },
  });
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}
