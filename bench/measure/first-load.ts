import type { Browser, Page } from 'playwright-core'
import { median } from '../median.ts'

/** What a browser with an empty cache pays until a page can be used. */
export interface FirstLoad {
  /** Bytes that came over the wire, headers and bodies. */
  readonly bytes: number
  readonly requests: number
  /** Elements in the document. */
  readonly elements: number
  /** Milliseconds until usable in tasks longer than 50 ms, the processor slowed four times. */
  readonly longTasks: number
  /** Milliseconds to usable, likewise slowed. */
  readonly usable: number
}

export interface Target {
  readonly url: string
  /** Resolves when the page can be used. */
  usable(page: Page): Promise<unknown>
  /** Runs before the page's own scripts: a stored session, for example. */
  readonly before?: string
}

declare global {
  interface Window {
    /** Milliseconds, so far. */
    longTasks: number
  }
}

const slowdown = 4

/** Medians of `rounds` first loads of each page, taken in turns. */
export async function compareFirstLoads<Name extends string>(
  browser: Browser,
  targets: Readonly<Record<Name, Target>>,
  rounds: number,
): Promise<Record<Name, FirstLoad>> {
  const names = Object.keys(targets) as Name[]
  const seen = new Map(names.map((name) => [name, [] as FirstLoad[]]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await loadOnce(browser, targets[name]))
  }
  const results = names.map((name) => {
    const loads = seen.get(name) ?? []
    const middle = (key: keyof FirstLoad) => median(loads.map((load) => load[key]))
    const result: FirstLoad = {
      bytes: middle('bytes'),
      requests: middle('requests'),
      elements: middle('elements'),
      longTasks: middle('longTasks'),
      usable: middle('usable'),
    }
    return [name, result] as const
  })
  return Object.fromEntries(results) as Record<Name, FirstLoad>
}

async function loadOnce(browser: Browser, { url, usable, before }: Target): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (before !== undefined) await page.addInitScript(before)
    await page.addInitScript(watchLongTasks)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let bytes = 0
    let requests = 0
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    const started = performance.now()
    await page.goto(url)
    await usable(page)
    const usableAfter = performance.now() - started
    const longTasks = await page.evaluate(() => window.longTasks)
    await page.waitForLoadState('networkidle')
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    return { bytes, requests, elements, longTasks, usable: usableAfter }
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function watchLongTasks(): void {
  window.longTasks = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks += duration
  }).observe({ type: 'longtask', buffered: true })
}
