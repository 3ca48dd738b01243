import type { Browser } from 'playwright-core'
import { median } from '../median.ts'

/** What a browser with an empty cache loads and computes until a page is usable. */
export interface FirstLoad {
  /** Bytes transferred, headers and bodies. */
  readonly bytes: number
  readonly requests: number
  /** Elements in the document. */
  readonly elements: number
  /** Milliseconds in tasks longer than 50 ms that began before the page was usable, with 4× CPU throttling. */
  readonly longTasks: number
  /** Milliseconds from the start of the navigation to the first frame that shows `sign`, with the same throttling. */
  readonly usable: number
}

export interface Target {
  readonly url: string
  /** CSS selector of an element that is present once the page is usable. */
  readonly sign: string
  /** Runs before the page's own scripts, for example to store a session. */
  readonly before?: string
}

interface Watched {
  usable: number
  readonly tasks: { readonly startTime: number; readonly duration: number }[]
}

declare global {
  interface Window {
    firstLoad: Watched
    /** Exposed by the browser, so that waiting costs the page nothing. */
    tellUsable(nothing: string): void
  }
}

const slowdown = 4

/** Returns medians of `rounds` first loads of each page, alternating between the pages. */
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

async function loadOnce(browser: Browser, { url, sign, before }: Target): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (before !== undefined) await page.addInitScript(before)
    await page.addInitScript(watchFirstLoad, sign)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Runtime.enable')
    await protocol.send('Runtime.addBinding', { name: 'tellUsable' })
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let bytes = 0
    let requests = 0
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    const told = new Promise((resolve) => protocol.once('Runtime.bindingCalled', resolve))
    await page.goto(url)
    await told
    await page.waitForLoadState('networkidle')
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    const { usable, tasks } = await page.evaluate(() => window.firstLoad)
    const longTasks = tasks.reduce((sum, { startTime, duration }) => sum + (startTime < usable ? duration : 0), 0)
    return { bytes, requests, elements, longTasks, usable }
  } finally {
    await context.close()
  }
}

/** Runs in the page and does as little there as possible: waiting from outside would run scripts in the page meanwhile. */
function watchFirstLoad(sign: string): void {
  const watched: Watched = { usable: Number.POSITIVE_INFINITY, tasks: [] }
  window.firstLoad = watched
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  const looker = new MutationObserver(() => {
    if (document.querySelector(sign) === null) return
    looker.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        watched.usable = performance.now()
        window.tellUsable('')
      }),
    )
  })
  looker.observe(document, { childList: true, subtree: true })
}
