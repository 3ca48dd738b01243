import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** Every rule that axe has on, those of good practice too, and two that are off unless asked for. */
const everything: axe.RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
}

const colours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** Milliseconds for a frame, as no script ever answers in one that runs none. */
const frameWait = 1000

/** What an accessibility check finds on a page as it is, one sentence each; all rules, or those of one look. */
export async function barriersOf(page: Page, look?: 'colours'): Promise<readonly string[]> {
  for (const frame of page.frames()) await (frame === page.mainFrame() ? prepare(frame) : prepareInner(frame))
  // What passed is not asked for, which would take longer to put into words than the check.
  const options: axe.RunOptions = { ...(look === 'colours' ? colours : everything), resultTypes: ['violations'] }
  const violations = await page.evaluate((how) => window.axe.run(document, how).then((all) => all.violations), options)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Once for a document: the check is half a megabyte of code, slow to read and slow before it is warm. */
async function prepare(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

function prepareInner(frame: Frame): Promise<void> {
  return Promise.race([prepare(frame).catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, frameWait))])
}
