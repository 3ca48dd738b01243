import type { Page } from 'playwright-core'

export interface Transfer {
  readonly url: string
  /** Resource type as named by the browser: Document, Script, Stylesheet, Font, Fetch, Image … */
  readonly type: string
  /** Size of the body as transferred, compressed. */
  readonly bytes: number
}

export interface Recorder {
  /** Returns the transfers since the last call. */
  take(): readonly Transfer[]
}

/** Records everything that a page loads over the network. */
export async function recordTransfers(page: Page): Promise<Recorder> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  const open = new Map<string, { readonly url: string; readonly type: string; readonly headerBytes: number }>()
  let finished: Transfer[] = []
  protocol.on('Network.responseReceived', ({ requestId, response, type }) => {
    open.set(requestId, { url: response.url, type, headerBytes: response.encodedDataLength })
  })
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const started = open.get(requestId)
    if (started === undefined || started.url.startsWith('data:')) return
    const { url, type, headerBytes } = started
    finished.push({ url, type, bytes: Math.max(0, encodedDataLength - headerBytes) })
  })
  return {
    take() {
      const taken = finished
      finished = []
      return taken
    },
  }
}
