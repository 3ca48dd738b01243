import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signIn } from './api.ts'
import { openScreens, tabScreens } from './every-screen.ts'
import { createRecords, type Shown } from './furnish.ts'
import { firstAdmin } from './instance.ts'
import { journey } from './journey.ts'
import { cutOff, sideways, withoutSize } from './overflow.ts'
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

type Scheme = 'light' | 'dark'

async function lookAt(
  visitor: Visitor,
  screens: readonly Screen[],
  { isSignedIn, schemes }: { readonly isSignedIn: boolean; readonly schemes: readonly Scheme[] },
): Promise<void> {
  const { page, barriers } = visitor
  const found: string[] = []
  if (isSignedIn) await page.goto('/home')
  for (const { name, path, press = [], shown } of screens) {
    if (isSignedIn) await moveTo(visitor, path)
    else await page.goto(path)
    for (const control of press) await control(page).click()
    await shown(page).waitFor()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      // Only colours differ in dark.
      const barred = await barriers(colorScheme === 'dark' ? 'colours' : undefined)
      found.push(...barred.map((barrier) => `${name}, in ${colorScheme}: ${barrier}`))
    }
    for (const look of [sideways, cutOff, withoutSize])
      found.push(...(await look(page)).map((part) => `${name}: ${part}`))
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

/** Journeys through every screen at one window size that check accessibility and horizontal overflow, in light and dark unless told otherwise. */
export function lookEverywhere(
  window: string,
  options: BrowserContextOptions,
  schemes: readonly Scheme[] = ['light', 'dark'],
): void {
  describe(`in ${window}, no barrier and no sideways scrolling`, () => {
    furnished('before signing in', async ({ another }) => {
      await lookAt(await another(options), openScreens, { isSignedIn: false, schemes })
    })

    for (const group of Object.keys(tabScreens({})))
      furnished(`on ${group}`, async ({ another, ids }) => {
        const visitor = await another(options)
        await visitor.enter()
        await lookAt(visitor, tabScreens(ids)[group] ?? [], { isSignedIn: true, schemes })
      })
  })
}
