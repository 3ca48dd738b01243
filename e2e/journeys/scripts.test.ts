import { describe, expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { question, waitForNotification } from '../harness/screens.ts'

describe('an event script', () => {
  administration('is found, written, tested, run, and deleted', async ({ visitor, api: { call } }) => {
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: 'Events' })
    const name = 'sample._table.tag.post.pre_process'
    let tags = 0
    const write = () => call('POST', 'sample/_table/tag', { resource: [{ name: `Tag ${++tags}` }] })

    await page.goto('/scripts')
    await menu.getByRole('link', { name: 'sample Sample Database', exact: true }).click()
    await menu.getByRole('link', { name: 'sample._table.{table_name}', exact: true }).click()
    await menu.getByRole('link', { name: 'sample._table.{table_name}.post.pre_process' }).click()
    await menu.getByRole('link', { name }).click()
    await page.getByText('Draft', { exact: true }).waitFor()

    const code = page.getByRole('textbox', { name: /^Script/ })
    await code.click()
    await page.keyboard.type('const [tag] = event.requ')
    await page.getByRole('option', { name: /^request/ }).click()
    await page.keyboard.type('.payload.resource\nif (tag.name) throw new Error("No more tags.")')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Line 2' }).click()
    await page.keyboard.type(' ')
    await expect.poll(() => code.getByText('if (tag.name)').textContent()).toMatch(/^ if/)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    expect(await visitor.barriers()).toEqual([])
    expect((await write()).status).toBe(200)

    await page.getByLabel('Active').check()
    await page.keyboard.press('Control+s')
    await waitForNotification(page, `Script "${name}" saved successfully.`)
    await menu.getByRole('link', { name: `${name}, has a script` }).waitFor()
    const refused = await write()
    expect([refused.status, refused.body.error]).toMatchObject([500, { message: 'No more tags.' }])

    await page.getByRole('tab', { name: 'Last runs' }).click()
    await page.getByRole('list', { name: 'Last runs' }).getByText('No more tags.').waitFor()
    await page.getByRole('button', { name: 'Line 2' }).click()
    await page.keyboard.type(' ')
    await expect.poll(() => code.getByText('if (tag.name)').textContent()).toMatch(/^ {2}if/)
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Hide the menu' }).click()
    expect(await menu.isVisible()).toBe(false)

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await question(page).getByText(`Delete ${name}?`).waitFor()
    await page.getByRole('button', { name: 'Delete script' }).click()
    await waitForNotification(page, 'Script deleted successfully.')
    expect((await write()).status).toBe(200)
  })
})
