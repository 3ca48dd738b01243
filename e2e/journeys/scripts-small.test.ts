import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { waitForNotification } from '../harness/screens.ts'

const sizes = [
  { window: 'at 200 % zoom', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  { window: 'of 992 pixels', viewport: { width: 992, height: 700 }, deviceScaleFactor: 1 },
]

describe('writing, testing and saving a script', () => {
  for (const [at, { window, ...size }] of sizes.entries())
    administration(`in a window ${window}`, async ({ another, api }) => {
      const visitor = await another(size)
      await visitor.enter(api)
      const { page } = visitor
      await page.goto(`/scripts/sample._table.tag.${['post', 'patch'][at]}.pre_process`)
      const code = page.getByRole('textbox', { name: /^Script/ })
      await code.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('event.request.payload.resource[0].name = "New"')
      await expect.poll(async () => (await code.boundingBox())?.height ?? 0).toBeGreaterThan(120)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('heading', { name: 'Changes' }).waitFor()
      await page.getByLabel('Active').check()
      await page.keyboard.press('Control+s')
      await waitForNotification(page, /saved successfully/)
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth).toBe(clientWidth)
      expect(await visitor.barriers()).toEqual([])
    })
})

administration('a script of any length and its trial share the height of a window', async ({ another, api }) => {
  const { page, enter } = await another({ viewport: { width: 1440, height: 900 } })
  await enter(api)
  await page.goto('/scripts/sample._table.tag.delete.pre_process')
  const code = page.getByRole('textbox', { name: /^Script/ })
  await code.click()
  await page.keyboard.insertText('const step = 1\n'.repeat(200))
  const shown = page.locator('[data-code-editor]').first()
  const save = page.getByRole('button', { name: 'Save' })
  const room = async () => {
    const script = await shown.boundingBox()
    const bar = await save.boundingBox()
    return script && bar ? { height: script.height, over: script.y + script.height - bar.y } : null
  }
  await expect.poll(room).toMatchObject({ over: expect.toSatisfy((pixels: number) => pixels < 0) })
  expect((await room())?.height).toBeGreaterThan(360)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page
    .getByText(/has already been declared/)
    .first()
    .waitFor()
  expect((await room())?.over).toBeLessThan(0)
})
