// A real `skirmish serve` on an empty folder, and a real Chromium.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** How long the arena may take to open, and to do what a person waits for, in milliseconds. */
const OPEN_MS = 60_000;
export const PATIENCE_MS = 600_000;

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../../target", import.meta.url));
const built = join(target, "debug/skirmish");

/** An arena that was just started for the first time, and a browser. */
export class Stage {
  static async open(settings = "") {
    const folder = await mkdtemp(join(tmpdir(), "skirmish-e2e-"));
    const config = join(folder, "arena.toml");
    await writeFile(config, settings);
    const stage = new Stage();
    stage.folder = folder;
    const args = ["serve", "--listen", "127.0.0.1:0", "--data", join(folder, "arena"), "--config", config];
    stage.server = spawn(process.env.SKIRMISH ?? built, args, { stdio: ["ignore", "pipe", "pipe"] });
    stage.said = "";
    stage.server.stderr.on("data", text => (stage.said = (stage.said + text).slice(-20_000)));
    await stage.#hear();
    stage.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-color-profile=srgb",
      ],
    });
    return stage;
  }

  /** Reads where the arena is, and the first admin's password. */
  async #hear() {
    const lines = createInterface({ input: this.server.stdout });
    const heard = (async () => {
      for await (const line of lines) {
        this.address ??= line.match(/http:\/\/\S+$/)?.[0];
        const admin = line.match(/`(\S+)`, its password (\S+) /);
        if (admin) this.admin = { name: admin[1], password: admin[2] };
        if (line.startsWith("Ctrl-C")) return;
      }
      throw new Error(`the arena did not open:\n${this.said}`);
    })();
    const late = new Promise((_, fail) => {
      setTimeout(() => fail(new Error(`the arena took too long:\n${this.said}`)), OPEN_MS).unref();
    });
    await Promise.race([heard, late]);
    assert.ok(this.address, "the first line has the address");
  }

  /** A page of a browser of its own; every error that it prints is in `errors`. */
  async page(options = {}) {
    const context = await this.browser.newContext({
      baseURL: this.address,
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors = [];
    page.on("console", message => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", error => errors.push(String(error)));
    page.on("dialog", dialog => {
      errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { page, errors };
  }

  async close() {
    await this.browser?.close();
    const ended = new Promise(done => this.server.once("exit", done));
    if (this.server.exitCode === null) {
      this.server.kill("SIGTERM");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Signs up as a person does. */
export async function signUp(page, name) {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("/");
}
