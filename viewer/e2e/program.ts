// The real program, as a person runs it.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { here } from "./stage.ts";

/** Where cargo puts what it builds. */
const target = process.env["CARGO_TARGET_DIR"] ?? here("../target");
const binary = resolve(target, "debug/skirmish");

/** A running `skirmish …` that serves a page; its replays are in a folder of its own. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    readonly ended: Promise<{ code: number | null; printed: string }>,
  ) {}

  /** Starts it, and waits until it says where its page is. */
  static async start(folder: Folder, ...args: string[]): Promise<Program> {
    const child = spawn(binary, [...args, "--no-browser", "--replays", folder.path], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    const found = new Promise<string>((found, lost) => {
      const read = (part: Buffer): void => {
        printed += part.toString();
        const address = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]+\//.exec(printed);
        if (address) found(address[0]);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("error", error => lost(new Error(`${binary} does not start: ${error.message}`)));
      child.on("close", () => lost(new Error(`it ended without a page:\n${printed}`)));
    });
    const ended = new Promise<{ code: number | null; printed: string }>(done =>
      child.on("close", code => done({ code, printed })),
    );
    return new Program(child, await found, ended);
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    this.child.kill("SIGINT");
    await this.ended;
  }
}

/** A folder for replays, removed at the end. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "skirmish-e2e-"));

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
