// The little of Node.js that the bot uses, so that its types are known without any package. If you want all of it,
// type `npm install --save-dev @types/node` and delete this file.

declare module "node:readline" {
  export function createInterface(options: { input: unknown }): AsyncIterable<string>;
}

declare const process: {
  stdin: unknown;
  stdout: { write(text: string): boolean };
};

declare const console: {
  /** Prints to stderr, which is yours: what is printed to stdout is an answer. */
  error(...things: unknown[]): void;
};
