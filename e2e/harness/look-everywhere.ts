import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signIn } from './api.ts'
import { openScreens, tabScreens } from './every-screen.ts'
import { createRecords, type Shown } from './furnish.ts'
import { firstAdmin } from './instance.ts'
import { journey } from './journey.ts'
import type { Screen } from './screen.ts'
import type { Visitor } from './visitor.ts'

/** A journey on an instance with the records that the screens show. */
const furnished = journey.extend<{ ids: Shown }>({
  ids: [
    async ({ instance }, use) => {
      await use(await createRecords(await signIn(instance.url, firstAdmin), instance.url))
    },
    { scope: 'file', auto: true },
  ],
})

async function lookAt(visitor: Visitor, screens: readonly Screen[], isSignedIn: boolean): Promise<void> {
  const { page, barriers } = visitor
  const found: string[] = []
  if (isSignedIn) await page.goto('/home')
  for (const { name, path, press = [], shown } of screens) {
    if (isSignedIn) await moveTo(visitor, path)
    else await page.goto(path)
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

/** Navigates as links do, without a reload, and through Home, so that nothing of the previous screen remains. */
async function moveTo({ page }: Visitor, path: string): Promise<void> {
  const push = (address: string) => page.evaluate((to) => history.pushState(null, '', to), address)
  await push('/home')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await push(path)
}

/** Journeys through every screen at one window size, in light and dark mode, that check accessibility and horizontal overflow. */
export function lookEverywhere(window: string, options: BrowserContextOptions): void {
  describe(`in ${window}, no barrier and no sideways scrolling`, () => {
    furnished('before signing in', async ({ another }) => {
      await lookAt(await another(options), openScreens, false)
    })

    for (const group of Object.keys(tabScreens({})))
      furnished(`on ${group}`, async ({ another, ids }) => {
        const visitor = await another(options)
        await visitor.enter()
        await lookAt(visitor, tabScreens(ids)[group] ?? [], true)
      })
  })
}
