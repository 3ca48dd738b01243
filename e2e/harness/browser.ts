import { timed } from '@millwright/instance/testing/fixture-time'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../tools/chromium.ts'

/** Chromium's address bar is a page of hundreds of scripts, loaded for every window, which would distort timings. */
const plain = ['--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup']

/** Launches the installed Chromium in headless mode. `scrollbars`: with scrollbars that take up space in the page, as on most desktops. */
export async function launchBrowser({ scrollbars = false } = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium found; name one in MILLWRIGHT_CHROMIUM.')
  // As root, as in most containers, Chromium cannot use its sandbox; and the shared memory of containers is too small for it.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...sandbox, '--disable-dev-shm-usage', ...plain]
  const shown = scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}
  return timed('browsers started', () => chromium.launch({ executablePath, args, ...shown }))
}
