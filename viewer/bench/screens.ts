// Pictures of the page for people to look at: every game, light and dark, desktop and phone.
// Run: npx tsx is not needed; `node bench/screens.mjs` bundles and starts this file.

import { mkdir } from "node:fs/promises";
import { ready, Stage, watching } from "../e2e/stage.ts";

const GAMES = (process.env["GAMES"] ?? "utti,plantation,si32,ice-and-fire,underworld").split(",");
const folder = process.env["OUT"] ?? "screens";
const VIEWS = [
  { name: "light", options: { colorScheme: "light" as const } },
  { name: "dark", options: { colorScheme: "dark" as const } },
  {
    name: "phone",
    options: {
      colorScheme: "light" as const,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      hasTouch: true,
    },
  },
  { name: "frame", options: { colorScheme: "dark" as const, viewport: { width: 640, height: 420 } } },
];

await mkdir(folder, { recursive: true });
const stage = await Stage.open(watching);
for (const game of GAMES) {
  for (const { name, options } of VIEWS) {
    const { page, errors } = await stage.page(options);
    await page.goto(`${stage.address}/${game}/`);
    await ready(page).catch(e => {
      console.log(errors);
      throw e;
    });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${folder}/${game}-${name}.png` });
    if (errors.length) console.log(game, name, errors);
    await page.context().close();
  }
}
await stage.close();
