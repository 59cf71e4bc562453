// What the accessibility checker finds.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Every violation on the page as it is, with everything opened. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere)
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
    );
  return page.evaluate(async () => {
    const { violations: found } = await (window as unknown as { axe: Axe }).axe.run();
    return found.map(each => `${each.id}: ${each.nodes.map(node => node.html.slice(0, 160)).join(" | ")}`);
  });
}
