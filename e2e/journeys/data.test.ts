import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { choose, editor, waitForNotification } from '../harness/screens.ts'

const million = 1_000_000
/** Maximum number of cells in the document, whatever the number of rows and columns. */
const fewCells = 700

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true }).first()
const cells = (page: Page) => page.getByRole('gridcell').count()

/** Adds tables that are too large to be sent at once. */
function addLargeTables(instanceFile: string): void {
  const database = new DatabaseSync(join(dirname(instanceFile), 'databases', 'sample.sqlite'))
  database.exec(`PRAGMA busy_timeout = 5000;
    CREATE TABLE reading (id INTEGER PRIMARY KEY AUTOINCREMENT, sensor varchar(40) NOT NULL, amount bigint, note text);
    CREATE INDEX reading_sensor ON reading (sensor);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${million})
    INSERT INTO reading (sensor, amount) SELECT 'sensor ' || (i % 1000), 9007199254740993 + i FROM n;
    CREATE TABLE wide (id INTEGER PRIMARY KEY AUTOINCREMENT, ${Array.from({ length: 199 }, (_, at) => `c${at + 1} int`)});
    INSERT INTO wide (c1, c199) VALUES (1, 199);`)
  database.close()
}

describe('the records of a database', () => {
  journey('are browsed and edited by keyboard alone, from a fresh start', async ({ visitor, instance }) => {
    const { page } = visitor
    await visitor.enter()
    await page.goto('/data')
    await page.getByRole('link', { name: /^Sample Database/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Search tables').fill('prod')
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Products' }).focus()
    expect(await visitor.barriers()).toEqual([])

    const { call } = await signIn(instance.url, firstAdmin)
    const first = async () => recordsOf(await call('GET', 'sample/_table/product?limit=1&order=id'))[0]
    const before = await first()
    const name = String(before?.name)
    await cell(page, name).waitFor()
    // The index of the name column.
    const at = await cell(page, name).getAttribute('aria-colindex')
    for (let step = 2; step < Number(at); step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('A new name')
    await page.keyboard.press('Enter')
    await cell(page, 'A new name, changed').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, name).waitFor()
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+s')
    await waitForNotification(page, 'Record saved.')
    expect(await first()).toEqual({ ...before, name: 'A new name' })

    await page.keyboard.press('Control+Enter')
    await editor(page).getByLabel(/^Name/).fill('Another name')
    expect(await visitor.barriers()).toEqual([])
    await page.keyboard.press('Control+s')
    await editor(page).waitFor({ state: 'detached' })
    await cell(page, 'Another name').waitFor()

    await page.goto('/data/sample/sales_order')
    await cell(page, '1 Harbour Hotel').click()
    await page.keyboard.type('verd')
    await page.getByRole('option', { name: 'Casa Verde', selected: true }).waitFor()
    expect(await visitor.barriers()).toEqual([])
    await page.keyboard.press('Enter')
    await cell(page, '11 Casa Verde, changed').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Open Casa Verde' }).press('Enter')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await editor(page).getByText('Id 11').waitFor()
  })

  journey(
    'are as fast with a million rows or two hundred columns, and no digit is lost',
    async ({ visitor, instance }) => {
      addLargeTables(instance.database)
      const { page } = visitor
      await visitor.enter()
      await page.goto('/data/sample')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByRole('link', { name: /^reading/ }).click()
      await cell(page, 'sensor 1').waitFor()
      await page.getByText('1,000,000 records').waitFor()
      await page.getByLabel('Go to row').fill('777777')
      await page.keyboard.press('Enter')
      await cell(page, String(9007199254740993n + 777_777n)).waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Control+End')
      await cell(page, '1000000').waitFor()
      expect(await cells(page)).toBeLessThan(fewCells)

      // New rows are shown from the top, whatever the previous scroll position.
      await page.getByLabel('Search records').fill('sensor 42')
      await page.getByText('11,000 records').waitFor()
      await cell(page, '42').waitFor()

      await page.goto('/data/sample/reading?filter=sensor:=:sensor 42')
      await page.getByText('1,000 records').waitFor()
      const folder = mkdtempSync(join(tmpdir(), 'millwright-export-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const saved = page.waitForEvent('download')
      // Disables the save dialog, which a test cannot operate.
      await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
      await choose(page, 'More', 'Export…')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const file = join(folder, 'reading.csv')
      await (await saved).saveAs(file)
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      expect(lines).toHaveLength(1001)
      expect(lines[1]).toBe(`42,sensor 42,${9007199254740993n + 42n},`)

      const columns = ['id', ...Array.from({ length: 199 }, (_, at) => `c${at + 1}`)].join(',')
      await page.goto(`/data/sample/wide?columns=${columns}`)
      await page.getByRole('grid').focus()
      await cell(page, '1').waitFor()
      await page.keyboard.press('End')
      await cell(page, '199').waitFor()
      expect(await cells(page)).toBeLessThan(40)
    },
  )

  journey('are copied between ranges, and shown as cards in a narrow window', async ({ another }) => {
    const { page, enter, barriers } = await another({ permissions: ['clipboard-read', 'clipboard-write'] })
    await enter()
    await page.goto('/data/sample/tag')
    const names = page.getByRole('gridcell', { includeHidden: false })
    await names.nth(1).click()
    const copied = await names.nth(1).textContent()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+v')
    await page.getByText('2 cells changed, not saved yet.').waitFor()
    expect(await page.getByRole('gridcell', { name: `${copied}, changed`, exact: true }).count()).toBe(2)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('list', { name: 'Tags' }).getByRole('button').first().waitFor()
    await page.getByText('2 unsaved').waitFor()
    expect(await barriers()).toEqual([])
  })
})
