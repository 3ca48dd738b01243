import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** All rules that axe enables by default, including best practices, and two that are off by default. */
const everything: axe.RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
}

const colours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** Milliseconds to wait for a frame, as evaluating in a frame that runs no scripts never completes. */
const frameWait = 1000

/**
 * Returns the findings of an accessibility check of the page in its current state, one sentence each; by all rules, or only by those for
 * `look`.
 */
export async function barriersOf(page: Page, look?: 'colours'): Promise<readonly string[]> {
  await page.waitForFunction(isUpToDate)
  for (const frame of page.frames()) await (frame === page.mainFrame() ? prepare(frame) : prepareInner(frame))
  // Passes are not requested: serializing them would take longer than the check.
  const options: axe.RunOptions = { ...(look === 'colours' ? colours : everything), resultTypes: ['violations'] }
  const violations = await page.evaluate((how) => window.axe.run(document, how).then((all) => all.violations), options)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Whether nothing is dimmed because a newer answer is on its way. */
function isUpToDate(): boolean {
  const busy = document.querySelectorAll('[aria-busy="true"]')
  return [...busy].every((element) => getComputedStyle(element).opacity === '1')
}

/** Runs once per document: axe is half a megabyte of code, slow to parse and to warm up. */
async function prepare(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

function prepareInner(frame: Frame): Promise<void> {
  return Promise.race([prepare(frame).catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, frameWait))])
}
