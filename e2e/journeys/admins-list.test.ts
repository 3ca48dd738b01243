import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { type Api, addAdmins, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'
import { choose, columnTexts, question, rowOf, waitForNotification } from '../harness/screens.ts'

let api: Api | undefined

/** Adds 240 administrators besides the first, once for the file. */
async function crowd(url: string): Promise<Api> {
  if (api === undefined) {
    api = await signIn(url, firstAdmin)
    await addAdmins(api, 240)
  }
  return api
}

const list = journey.extend<{ crowded: Api }>({
  crowded: [
    async ({ instance, visitor }, use) => {
      const speaker = await crowd(instance.url)
      await visitor.enter()
      await use(speaker)
    },
    { auto: true },
  ],
})

describe('the list of administrators', () => {
  list('sorts on the server, and reverses the order on the second click', async ({ visitor: { page } }) => {
    await page.goto('/admins')
    const header = page.getByRole('columnheader', { name: 'Email' })
    await header.getByRole('button').click()
    await rowOf(page, firstAdmin.email).waitFor()
    expect((await columnTexts(page, 'Email'))[0]).toBe(firstAdmin.email)
    await header.getByRole('button').click()
    await rowOf(page, 'person240@example.com').waitFor()
    expect((await columnTexts(page, 'Email'))[0]).toBe('person240@example.com')
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    expect(page.url()).toContain('sort=-email')
  })

  list('applies the search and the page in the address', async ({ visitor: { page } }) => {
    await page.goto('/admins?filter=Person%20017')
    await rowOf(page, 'person017@example.com').waitFor()
    expect(await columnTexts(page, 'Email')).toEqual(['person017@example.com'])
    expect(await page.getByRole('searchbox').inputValue()).toBe('Person 017')

    await page.goto('/admins?page=3')
    await page.getByText('201–241').waitFor()
    await page.getByText('of 241').waitFor()
  })

  list('pages through the list, and back with the back button', async ({ visitor: { page } }) => {
    await page.goto('/admins')
    await page.getByText('1–100').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('101–200').waitFor()
    await page.goBack()
    await page.getByText('1–100').waitFor()
  })

  list('searches when typing stops, and shows when nothing matches', async ({ visitor: { page } }) => {
    await page.goto('/admins')
    await page.getByRole('searchbox').fill('person099')
    await rowOf(page, 'person099@example.com').waitFor()
    await page.waitForURL(/filter=person099/)
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('You have no Admins that match your search criteria!').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByText('1–100').waitFor()
  })

  list('deletes one after confirmation, and not on Cancel', async ({ crowded, visitor: { page } }) => {
    await page.goto('/admins?filter=person200')
    await choose(page, 'Actions for Person 200', /^Delete/)
    await question(page).getByText('Delete Person 200?').waitFor()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await rowOf(page, 'person200@example.com').waitFor()
    await choose(page, 'Actions for Person 200', /^Delete/)
    await question(page)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await waitForNotification(page, 'Admin successfully deleted.')
    const found = await crowded.call(
      'GET',
      `system/admin?filter=${encodeURIComponent('email="person200@example.com"')}`,
    )
    expect(recordsOf(found)).toEqual([])
  })

  list('deletes several at once', async ({ crowded, visitor: { page } }) => {
    await page.goto('/admins?filter=person21')
    for (const number of ['210', '211', '212']) {
      await page.getByRole('checkbox', { name: `Select Person ${number}` }).check()
    }
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await question(page).getByText('Delete selected admins?').waitFor()
    await question(page).getByRole('button', { name: 'Delete 3 admins' }).click()
    await waitForNotification(page, 'Admins deleted successfully.')
    const found = await crowded.call('GET', `system/admin?filter=${encodeURIComponent('email like "person21%"')}`)
    expect(recordsOf(found)).toHaveLength(7)
  })

  list('sets a field of all matching records', async ({ crowded, visitor: { page } }) => {
    await page.goto('/admins?filter=person22')
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByText('10 selected').waitFor()
    await page.getByRole('button', { name: 'Edit a field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit a field' })
    await dialog.getByLabel('Field').selectOption({ label: 'Active' })
    await dialog.getByLabel('Value').selectOption({ label: 'No' })
    await dialog.getByRole('button', { name: 'Change 10 admins' }).click()
    await waitForNotification(page, '10 admins changed.')
    const filter = encodeURIComponent('(email like "person22%") and (is_active = false)')
    expect(recordsOf(await crowded.call('GET', `system/admin?filter=${filter}`))).toHaveLength(10)
  })

  list.for([
    ['CSV', 'csv', 'id,'],
    ['JSON', 'json', '{"resource"'],
    ['XML', 'xml', '<?xml'],
  ] as const)('exports everything as %s', async ([name, ending, start], { visitor: { page } }) => {
    await page.goto('/admins')
    await rowOf(page, firstAdmin.email).waitFor()
    const download = page.waitForEvent('download')
    // Disables the save dialog, which a test cannot operate.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByLabel('Format').selectOption({ label: name })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`admin.${ending}`)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.replace(/\s+/g, '').startsWith(start.replace(/\s+/g, ''))).toBe(true)
    expect(text).toContain('person100@example.com')
  })

  list.for([
    ['csv', 'text/csv', 'email,name\nimported-csv@example.com,Imported One\n'],
    ['json', 'application/json', '{"resource":[{"email":"imported-json@example.com","name":"Imported Two"}]}'],
    [
      'xml',
      'application/xml',
      '<?xml version="1.0"?><data><resource><email>imported-xml@example.com</email><name>Three</name></resource></data>',
    ],
  ] as const)('imports %s', async ([ending, mimeType, text], { visitor: { page } }) => {
    await page.goto('/admins')
    await page.getByRole('button', { name: 'Import…' }).click()
    const input = page.getByRole('dialog').locator('input[type=file]')
    await input.setInputFiles({ name: `admins.${ending}`, mimeType, buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('button', { name: 'Import 1 admin' }).click()
    await waitForNotification(page, 'Admins imported successfully.')
    await page.goto(`/admins?filter=imported-${ending}`)
    await rowOf(page, `imported-${ending}@example.com`).waitFor()
  })

  list(
    'shows for each row of a file why it was rejected, and imports nothing',
    async ({ crowded, visitor: { page } }) => {
      await page.goto('/admins')
      await page.getByRole('button', { name: 'Import…' }).click()
      const rows = 'email,name\nfresh@example.com,Fresh\nperson001@example.com,Twice\n'
      const input = page.getByRole('dialog').locator('input[type=file]')
      await input.setInputFiles({ name: 'admins.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
      await page.getByRole('button', { name: 'Check file' }).click()
      await page.getByText('Nothing would be imported: 1 admin refused.').waitFor()
      await page.getByRole('rowheader', { name: 'Line 3' }).waitFor()
      const filter = encodeURIComponent('email = "fresh@example.com"')
      expect(recordsOf(await crowded.call('GET', `system/admin?filter=${filter}`))).toEqual([])
    },
  )

  list('rejects a file of another type', async ({ visitor: { page } }) => {
    await page.goto('/admins')
    await page.getByRole('button', { name: 'Import…' }).click()
    const input = page.getByRole('dialog').locator('input[type=file]')
    await input.setInputFiles({ name: 'admins.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await page.getByText('Acceptable file formats are csv, json, and xml.').first().waitFor()
  })
})
