// The arena in a real browser, as a person would use it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { PATIENCE_MS, Stage, signUp } from "./stage.mjs";

// One game, so that its matches come quickly.
const SETTINGS = `
[site]
games = ["plantation", "utti"]
[ladder]
queued_matches = 2
`;
const HOSTILE = "<script>alert(1)</script>";

let stage;
before(async () => {
  stage = await Stage.open(SETTINGS);
});
after(() => stage.close());

/** Opens the form on the page of a game. */
async function toHandIn(page, game) {
  await page.goto(`/games/${game}`);
  await page.getByRole("link", { name: "Submit a bot" }).first().click();
}

test("sign up, paste a bot, see it built, see its first rated match, watch it, see the ladder move", async () => {
  const { page, errors } = await stage.page();
  await signUp(page, "ada");
  await toHandIn(page, "plantation");
  // The starter kit is the first text, in the editor.
  await page.waitForSelector("html[data-editor=ready]");
  const editor = page.locator(".cm-content");
  await assert.doesNotReject(editor.getByText("protocol").first().waitFor());
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n# a line of my own\n");
  await page.locator("form.write").getByLabel("The bot’s name").fill(HOSTILE);
  await page.locator("form.write").getByRole("button", { name: "Submit" }).click();

  // The version's page changes by itself: waiting, built, ready.
  await page.waitForURL(/\/versions\/\d+$/);
  await page.waitForSelector("#live-version[data-state=ready]", { timeout: PATIENCE_MS });
  assert.equal(await page.locator("details.file summary", { hasText: "bot.py" }).count(), 1);
  assert.match(await page.content(), /# a line of my own/);

  // The bot's page: its first rated match comes by itself.
  await page.getByRole("link", { name: "See its matches and its rating" }).click();
  await page.waitForURL(/\/bots\/\d+$/);
  assert.equal(await page.locator("h1").textContent(), HOSTILE, "a hostile name is text");
  const rated = page.locator("#live-matches li.match").filter({ hasNot: page.getByText("trial of a new version") });
  await rated.filter({ has: page.locator(".place") }).first().waitFor({ timeout: PATIENCE_MS });
  await page.locator("#live-rating .figures").waitFor();

  // Watch it.
  const number = await rated.filter({ has: page.locator(".place") }).first().locator("a.go").getAttribute("href");
  await page.goto(number);
  assert.match(await page.locator("#live-result").textContent(), /over/);
  const viewer = page.frameLocator("iframe.viewer");
  await viewer.locator("html[data-ready]").waitFor({ state: "attached" });
  assert.ok(await viewer.locator("canvas").first().isVisible(), "the board is drawn");

  // The ladder moves, while the page is open.
  await page.goto("/games/plantation");
  const row = page.locator("table.ladder tr.own");
  assert.equal(await row.locator("th a").textContent(), HOSTILE);
  const matches = async () => Number(await row.locator("td.number").nth(2).textContent());
  const at = await matches();
  await page.waitForFunction(
    before => Number(document.querySelectorAll("table.ladder tr.own td.number")[2].textContent) > before,
    at,
    { timeout: PATIENCE_MS },
  );
  assert.deepEqual(errors, []);
});

test("a match is watched while it is played, to its end", async () => {
  const { page, errors } = await stage.page({ reducedMotion: "reduce" });
  await signUp(page, "carl");
  await page.goto("/games/utti/submit");
  const upload = page.locator("form").filter({ hasText: "Upload" }).last();
  await upload.getByLabel("File").setInputFiles({ name: "bot.py", mimeType: "text/x-python", buffer: await slowBot() });
  await upload.getByLabel("The bot’s name").fill("thinker");
  await upload.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL(/\/versions\/\d+$/);
  // It is built, and its trial begins.
  const trial = page.locator("li.match a.go").first();
  await trial.waitFor({ state: "attached", timeout: PATIENCE_MS });
  await page.goto(await trial.getAttribute("href"));
  const viewer = page.frameLocator("iframe.viewer");
  await viewer.locator("html[data-ready=true]").waitFor({ state: "attached" });
  // The board moves, and the game is not over.
  const round = async () => Number((await viewer.locator("#turn").textContent()).match(/\d+/)?.[0] ?? 0);
  const seen = [];
  while (seen.length < 3) {
    const now = await round();
    assert.ok(await viewer.locator("#live").isVisible(), `it went on unseen after rounds ${seen}`);
    if (now > (seen.at(-1) ?? 0)) seen.push(now);
    await page.waitForTimeout(100);
  }
  assert.equal(await page.locator("#live-result").getAttribute("data-state"), "running");
  assert.equal(await page.getByText("Download the replay").count(), 0);
  // It is followed to its end, and the page with it.
  await viewer.locator("#live").waitFor({ state: "hidden", timeout: PATIENCE_MS });
  assert.match(await viewer.locator("#turn").textContent(), /, the end$/);
  assert.match(await viewer.locator("#ending").textContent(), /wins|draw/i);
  await page.getByText("Download the replay").waitFor();
  assert.equal(await page.locator("#live-result").getAttribute("data-state"), "done");
  assert.deepEqual(errors, []);
});

/** The starter kit's bot, which takes its time at first. */
async function slowBot() {
  const kit = await readFile(new URL("../../../../kits/python/utti/bot.py", import.meta.url), "utf8");
  const loop = "    while game.read_turn():\n";
  const slow = "        if slow > 0:\n            slow -= 1\n            time.sleep(0.3)\n";
  assert.ok(kit.includes(loop));
  return Buffer.from(kit.replace("from typing", "import time\nfrom typing").replace(loop, `    slow = 45\n${loop}${slow}`));
}

test("a build error is readable", async () => {
  const { page, errors } = await stage.page();
  await signUp(page, "bob");
  await page.goto("/games/utti/submit?language=c");
  await page.waitForSelector("html[data-editor=ready]");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("int main(void) { return missing_thing; }");
  await page.locator("form.write").getByLabel("The bot’s name").fill("broken");
  await page.locator("form.write").getByRole("button", { name: "Submit" }).click();
  await page.waitForSelector("#live-version[data-state=failed]", { timeout: PATIENCE_MS });
  assert.match(await page.locator(".notice.bad").textContent(), /The build failed\./);
  const log = await page.locator("#build-log").textContent();
  assert.match(log, /bot\.c:1:\d+: error: .*missing_thing/);
  // Over a selection, Chromium itself tries to keep the old text's look by an inline style; it may not, which is fine.
  assert.deepEqual(errors.filter(error => !error.startsWith("Applying inline style")), []);
});

test("everything but viewer and editor works without JavaScript", async () => {
  const { page } = await stage.page({ javaScriptEnabled: false });
  await signUp(page, "eve");
  await toHandIn(page, "plantation");
  await page.getByRole("link", { name: "JavaScript", exact: true }).first().click();
  const text = await page.locator("textarea[name=text]").inputValue();
  assert.match(text, /import .*protocol/);
  await page.locator("form.write").getByLabel("The bot’s name").fill("plain");
  await page.locator("form.write").getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/versions\/\d+$/);
  // Loaded again every few seconds.
  await page.waitForSelector("#live-version[data-state=ready]", { timeout: PATIENCE_MS });
  await page.goto("/account");
  await page.getByLabel("What it is for").fill("my laptop");
  await page.getByRole("button", { name: "Make a token" }).click();
  assert.match(await page.locator("#secret").textContent(), /^sk_[0-9a-f]{64}$/);
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.waitForURL("/account");
  assert.equal(await page.getByText("my laptop").count(), 0);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.goto("/account");
  assert.match(page.url(), /\/log-in\?next=%2Faccount$/);
});

test("what cannot be taken is told kindly, above what was typed", async () => {
  const { page, errors } = await stage.page();
  await signUp(page, "mallory");
  await page.goto("/games/plantation/submit");
  const upload = page.locator("form").filter({ hasText: "Upload" }).last();
  await upload.getByLabel("File").setInputFiles({ name: "bot.py", mimeType: "text/x-python", buffer: Buffer.from([0xff, 0xfe, 0x41, 0]) });
  await upload.getByLabel("The bot’s name").fill("$(x)");
  await upload.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").textContent(), /UTF-16/);
  assert.equal(await page.locator("form.write").getByLabel("The bot’s name").inputValue(), "$(x)");
  // The browser notes the status itself; nothing else is wrong.
  assert.deepEqual(errors.filter(error => !/status of 400/.test(error)), []);
});

test("the first admin gives somebody another password", async () => {
  const { page } = await stage.page();
  await signUp(page, "forgetful");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.goto("/log-in");
  await page.getByLabel("Name").fill(stage.admin.name);
  await page.getByLabel("Password").fill(stage.admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("/");
  await page.goto("/users/forgetful");
  await page.getByText("Admin", { exact: true }).last().click();
  await page.getByRole("button", { name: "Give another password" }).click();
  const password = await page.locator("#secret").textContent();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.goto("/log-in");
  await page.getByLabel("Name").fill("forgetful");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("/");
  assert.equal(await page.getByRole("link", { name: "forgetful" }).count(), 1);
});
