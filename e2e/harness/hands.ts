import type { Locator, Page } from 'playwright-core'

/** Keyboard and mouse input on a page: clicks and keys are counted, typed text is not. */
export interface Hands {
  click(what: Locator): Promise<void>
  /** Chooses an option of a native list: counts as a click. */
  choose(what: Locator, value: string): Promise<void>
  /** A key or shortcut that is not text: `Tab`, `Enter`, `Control+s`. */
  press(key: string): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Ends the count: prints it with the name of the task, and returns the sum of clicks and keys. */
  done(task: string): number
}

export function createHands(page: Page): Hands {
  const count = { clicks: 0, keys: 0 }
  return {
    async click(what) {
      await what.click()
      count.clicks++
    },
    async choose(what, value) {
      await what.selectOption(value)
      count.clicks++
    },
    async press(key) {
      await page.keyboard.press(key)
      count.keys++
    },
    type: (text) => page.keyboard.type(text),
    done(task) {
      process.stdout.write(`${task}: ${count.clicks} clicks, ${count.keys} keys\n`)
      const all = count.clicks + count.keys
      Object.assign(count, { clicks: 0, keys: 0 })
      return all
    },
  }
}
