import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Api, signIn } from './api.ts'
import { openScreens, type Screen, tabScreens } from './every-screen.ts'
import { furnish, type Shown } from './furnish.ts'
import { firstAdmin, type RunningInstance } from './instance.ts'
import { journey } from './journey.ts'
import type { Visitor } from './visitor.ts'

let furnished: Promise<Shown> | null = null
/** What the screens show, made once for the instance of this file. */
function shownOn({ url }: RunningInstance): Promise<Shown> {
  furnished ??= signIn(url, firstAdmin).then((api: Api) => furnish(api))
  return furnished
}

async function lookAt({ page, barriers }: Visitor, screens: readonly Screen[]): Promise<void> {
  const found: string[] = []
  for (const { name, path, press = [], shown } of screens) {
    await page.goto(path)
    for (const control of press) await control(page).click()
    await shown(page).waitFor()
    found.push(...(await barriers()).map((barrier) => `${name}: ${barrier}`))
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await barriers('colours')).map((barrier) => `${name}, in dark: ${barrier}`))
    await page.emulateMedia({ colorScheme: 'light' })
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    if (overflow > 0) found.push(`${name}: ${overflow} pixels to the side`)
  }
  expect(found).toEqual([])
}

/** Journeys over every screen in windows of one size, in light and in dark: no barrier for anybody, and nothing that has to be scrolled sideways. */
export function lookEverywhere(window: string, options: BrowserContextOptions): void {
  describe(`in ${window}, no barrier and no sideways scrolling`, () => {
    journey('before signing in', async ({ another, instance }) => {
      await shownOn(instance)
      await lookAt(await another(options), openScreens)
    })

    for (const group of Object.keys(tabScreens({})))
      journey(`on ${group}`, async ({ another, instance }) => {
        const ids = await shownOn(instance)
        const visitor = await another(options)
        await visitor.logIn()
        await lookAt(visitor, tabScreens(ids)[group] ?? [])
      })
  })
}
