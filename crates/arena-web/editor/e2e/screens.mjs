// Pictures of every page, light, dark and on a phone, into screens/: to look at, not to compare.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Stage, signUp } from "./stage.mjs";

const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
};
const folder = fileURLToPath(new URL("../screens/", import.meta.url));

async function handIn(page, game, name, text) {
  await page.goto(`/games/${game}/submit?language=${text ? "c" : "python"}`);
  await page.waitForSelector("html[data-editor=ready]");
  if (text) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  }
  await page.locator("form.write").getByLabel("The bot’s name").fill(name);
  await page.locator("form.write").getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/versions\/\d+$/);
  return new URL(page.url()).pathname;
}

async function shoot(stage, look, state, pages) {
  const { page, errors } = await stage.page({ ...LOOKS[look], storageState: state });
  for (const [name, path] of Object.entries(pages)) {
    const file = `${folder}${name}-${look}.png`;
    await page.goto(path);
    if (path.includes("submit")) await page.waitForSelector("html[data-editor=ready]");
    await page.waitForTimeout(path.startsWith("/matches/") || path === "/" ? 2500 : 300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(`${name} (${look}) is ${wide} px too wide`);
    await page.screenshot({ path: file, fullPage: true });
  }
  if (errors.length > 0) console.log(look, errors);
}

const stage = await Stage.open(process.env.SETTINGS ?? "");
try {
  await mkdir(folder, { recursive: true });
  const { page } = await stage.page();
  await signUp(page, "ada");
  const broken = await handIn(page, "utti", "broken", "int main(void) { return missing_thing; }");
  const version = await handIn(page, "plantation", "<b>Über</b> $(bot)");
  await page.waitForSelector("#live-version[data-state=ready]");
  const bot = await page.locator(".crumbs a").nth(1).getAttribute("href");
  await page.goto(bot);
  await page.locator("#live-rating .chart").waitFor();
  await page.waitForTimeout(15_000);
  const match = await page.locator("#live-matches li.match:has(.place) a.go").first().getAttribute("href");
  const own = await page.context().storageState();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.goto("/log-in");
  await page.getByLabel("Name").fill(stage.admin.name);
  await page.getByLabel("Password").fill(stage.admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("/");
  const admin = await page.context().storageState();
  // The session above ended by logging out: another one.
  await page.context().clearCookies();
  await page.goto("/log-in");
  await page.getByLabel("Name").fill("ada");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("/");
  Object.assign(own, await page.context().storageState());
  for (const look of Object.keys(LOOKS)) {
    await shoot(stage, look, undefined, {
      home: "/",
      game: "/games/plantation",
      rules: "/games/plantation/rules",
      "sign-up": "/sign-up",
      "log-in": "/log-in",
      matches: "/matches",
      missing: "/nowhere",
    });
    await shoot(stage, look, own, {
      "home-own": "/",
      "game-own": "/games/plantation",
      "submit": "/games/plantation/submit",
      bot,
      version,
      broken,
      match,
      user: "/users/ada",
      account: "/account",
    });
    await shoot(stage, look, admin, { admin: "/admin", "bot-admin": bot, "user-admin": "/users/ada" });
  }
} finally {
  await stage.close();
}
