// A browser and a small server on loopback, for tests and measurements.

import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

/** A file of this folder's parent. */
export const here = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The bytes of a fixture. */
export const fixture = (name: string): Promise<Buffer> => readFile(here(`fixtures/${name}.film`));

/** The built page. */
export const viewer = (): Promise<string> => readFile(here("dist/viewer.html"), "utf8");

/** The built page with films inside, as one file that needs no server. */
export async function enclosed(films: [string, string | null][]): Promise<string> {
  const scripts = await Promise.all(
    films.map(async ([name, eye]) => {
      const bytes = await fixture(name);
      const attribute = eye === null ? "" : ` data-eye="${eye}"`;
      return `<script type="application/octet-stream;base64" id="film"${attribute}>${bytes.toString("base64")}</script>`;
    }),
  );
  return (await viewer()).replace("<!--films-->", () => scripts.join("\n"));
}

/** What a server answers to a path (without its query). */
export type Answering = (
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
  body: string,
) => Promise<{ status?: number; type?: string; body: string | Uint8Array } | null>;

/** A server on loopback, on any free port. */
export class Stage {
  private constructor(
    private readonly server: Server,
    readonly browser: Browser,
    public answering: Answering,
  ) {}

  static async open(answering: Answering): Promise<Stage> {
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
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
    const server = createServer((request, response) => void stage.serve(request, response));
    const stage: Stage = new Stage(server, browser, answering);
    await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
    return stage;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A page that fails the test on any error it prints. */
  async page(options: BrowserContextOptions = {}): Promise<{ page: Page; errors: string[] }> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", message => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", error => errors.push(String(error)));
    return { page, errors };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await new Promise(done => this.server.close(done));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? "/", this.address);
    const answer = await this.answering(
      url.pathname,
      url.searchParams,
      request,
      Buffer.concat(parts).toString(),
    );
    response.writeHead(answer ? (answer.status ?? 200) : 404, {
      "Content-Type": answer?.type ?? "application/octet-stream",
      "Cache-Control": "no-store",
    });
    response.end(answer?.body ?? "there is no such page");
  }
}

/** Serves the page and the fixture named in the path: `/utti/` has the film `utti`. */
export const watching: Answering = async (path, query) => {
  const [, name = "", rest = ""] = path.split("/");
  if (rest === "") return { type: "text/html; charset=utf-8", body: await viewer() };
  if (rest !== "film") return null;
  const eye = query.get("eye");
  return { body: await fixture(eye === null ? name : `${name}.seat${eye}`) };
};

/** Waits until the first frame is drawn, or the page says why there is none. */
export const ready = (page: Page): Promise<unknown> =>
  page.waitForSelector("html[data-ready]", { timeout: 10_000 });
