import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { choose, question } from '../harness/screens.ts'

/** Creates a folder on disk with this many small files, some of them in subfolders, removed after the test. */
function localFolder(count: number): string {
  const place = mkdtempSync(join(tmpdir(), 'millwright-files-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = join(place, 'album')
  for (let at = 0; at < count; at++) {
    const path = join(folder, at % 3 === 0 ? 'deep/deeper' : '', `photo-${at}.txt`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `picture ${at}`)
  }
  return folder
}

/** Simulates dragging a file from this machine over the middle of an element. */
async function dragged(page: Page, path: string) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  return async (type: 'dragEnter' | 'dragOver' | 'drop', over: Locator) => {
    const { left, top, width, height } = await over.first().evaluate((element) => element.getBoundingClientRect())
    await session.send('Input.dispatchDragEvent', { type, x: left + width / 2, y: top + height * 0.75, data })
  }
}

const entry = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const transfers = (page: Page) => page.getByRole('region', { name: 'Transfers' })

describe('files', () => {
  journey('are uploaded as a folder while other pages are used, and downloaded as an archive', async ({ visitor }) => {
    const { page, enter, barriers } = visitor
    await enter()
    await page.goto('/file-manager')
    await page.getByRole('link', { name: /^Files files/ }).click()
    await page.getByText('This folder is empty.').waitFor()
    expect(await barriers()).toEqual([])

    await page.getByLabel('Folder to upload').setInputFiles(localFolder(60))
    await transfers(page).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Data', exact: true }).click()
    await page.getByRole('heading', { name: 'Data', exact: true }).waitFor()
    await transfers(page).getByText('Transfers done').waitFor()
    await transfers(page).getByText('60 items').waitFor()
    await transfers(page).getByRole('button', { name: 'Show items' }).click()
    expect(await barriers()).toEqual([])
    await transfers(page).getByRole('button', { name: 'Dismiss transfers' }).click()

    await page.goBack()
    await entry(page, 'album').click()
    await page.getByText('1 folder and 40 files').waitFor()
    await page.getByRole('treeitem', { name: 'album' }).waitFor()
    // Disables the save dialog, which a test cannot operate.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const archive = readFileSync(await (await saved).path())
    expect((await saved).suggestedFilename()).toBe('album.zip')
    // Archives created in the browser are not compressed.
    for (const text of ['picture 1', 'picture 57', 'deep/deeper/photo-0.txt']) {
      expect(archive.includes(text)).toBe(true)
    }
  })

  journey('are uploaded by dropping a folder, with all its contents', async ({ visitor, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    await call('POST', 'files/dropped/')
    const { page, enter } = visitor
    await enter()
    await page.goto('/file-manager?path=/files/dropped/')
    await page.getByText('This folder is empty.').waitFor()
    const hint = page.getByText('Drop files and folders to upload them here')
    const drag = await dragged(page, localFolder(160))
    await drag('dragEnter', page.getByRole('main'))
    await hint.waitFor()
    await drag('dragOver', page.getByRole('navigation'))
    await hint.waitFor({ state: 'hidden' })
    await drag('dragOver', page.getByRole('main'))
    await hint.waitFor()
    await drag('drop', page.getByRole('main'))
    await transfers(page).getByText('160 items').waitFor()
    await transfers(page).getByText('Transfers done').waitFor()
    await entry(page, 'album').click()
    // More entries than browsers return from one read of a folder.
    await page.getByText('1 folder and 106 files').waitFor()
    await entry(page, 'deep').click()
    await entry(page, 'deeper').click()
    await page.getByText('54 files').waitFor()
  })

  journey('are renamed, moved, edited and deleted by keyboard', async ({ visitor, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    await call('POST', 'files/work/later/')
    const { page, enter, barriers } = visitor
    await enter()
    await page.goto('/file-manager?path=/files/work/')
    await entry(page, 'later').waitFor()

    await choose(page, 'New', 'Text file…')
    await page.getByRole('textbox', { name: 'Name' }).fill('plan.js')
    await page.keyboard.press('Enter')
    const text = page.locator('[data-code-editor]').getByRole('textbox')
    await text.fill('export const plan = 1\n')
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Control+s')
    await page.getByText('plan.js saved.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('row', { name: /plan\.js/ }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('done.js')
    await page.keyboard.press('Enter')
    await entry(page, 'done.js').waitFor()
    await page.getByRole('row', { name: /done\.js/ }).focus()
    await page.keyboard.press('Control+x')
    await entry(page, 'later').click()
    await page.getByRole('heading', { level: 1, name: 'later' }).waitFor()
    await page.getByRole('button', { name: 'Paste 1' }).click()
    await entry(page, 'done.js').waitFor()
    const saved = page.waitForEvent('download')
    await choose(page, 'Actions for done.js', 'Download')
    expect(readFileSync(await (await saved).path(), 'utf8')).toBe('export const plan = 1\n')

    await page.getByRole('row', { name: /done\.js/ }).focus()
    await page.keyboard.press('Delete')
    await question(page).getByRole('button', { name: 'Delete done.js' }).click()
    await page.getByText('This folder is empty.').waitFor()
  })

  journey('are shown and found in dark mode and in a narrow window', async ({ another, instance }) => {
    const { call } = await signIn(instance.url, firstAdmin)
    await call('POST', 'files/seen/')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const resource = [
      { name: 'logo.svg', type: 'file', content: svg },
      { name: `${'a very long name '.repeat(8)}.md`, type: 'file', content: '# Hello' },
    ]
    await call('POST', 'files/seen/', { resource })
    const narrow = await another({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    await narrow.enter()
    const { page } = narrow
    await page.goto('/file-manager?path=/files/seen/')
    await entry(page, 'logo.svg').waitFor()
    expect(await narrow.barriers()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await entry(page, 'logo.svg').click()
    await page.getByRole('img', { name: 'logo.svg' }).waitFor()
    expect(await narrow.barriers()).toEqual([])
    await page.goBack()
    await page.getByLabel('Find in this folder').fill('very long')
    await page.getByText('1 file · 7 bytes, of 2').waitFor()
    await page.getByRole('button', { name: /^Actions for a very/ }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByText('API URL').waitFor()
    expect(await narrow.barriers()).toEqual([])
  })
})
