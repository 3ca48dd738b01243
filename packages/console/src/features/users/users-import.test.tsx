import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pressReady } from '../../testing/press-ready.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const portal = fixture(() => instance.make.app({ name: 'Portal' }))
const reader = fixture(() => instance.make.role({ name: 'Reader' }))
const relations = 'lookup_by_user_id,user_to_app_to_role_by_user_id'

const ask = <Body,>(verb: string, path: string, body?: unknown) =>
  instance.send<Body>(verb, path, { as: instance.root, ...(body !== undefined && { body }) })
const users = async () =>
  (await ask<{ resource: Record<string, unknown>[] }>('GET', `system/user?related=${relations}&order=email`)).body
    .resource
const emails = async () => (await users()).map(({ email }) => email)

const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  const ids = (await users()).map(({ id }) => ({ id }))
  if (ids.length > 0) await ask('DELETE', 'system/user', { resource: ids })
})

async function openImport(content: BlobPart, name: string, options: Partial<Parameters<typeof visit>[2]> = {}) {
  const page = await visit(instance, '/users', { as: instance.root, ...options })
  await page.user.click(await screen.findByRole('button', { name: 'Import…' }))
  await page.user.upload(await screen.findByLabelText(/Choose a file/), new File([content], name))
  await screen.findByLabelText('If a record is refused')
  return page
}
const table = (rows: readonly string[]) =>
  ['email,name', ...rows.map((email, at) => `${email},Person ${at}`)].join('\n')
const many = (count: number) => Array.from({ length: count }, (_, at) => `p${String(at).padStart(4, '0')}@example.test`)

/** Checks the file, then imports all or only the valid rows. */
async function send({ user }: Awaited<ReturnType<typeof visit>>, keep: 'all' | 'good', count: string) {
  if (keep === 'good') await user.selectOptions(screen.getByLabelText('If a record is refused'), 'Import the others')
  await pressReady(user, 'Check file')
  await user.click(await screen.findByRole('button', { name: `Import ${count}` }))
}

test('reports a missing required column in the mapping', async () => {
  const { user } = await openImport('mail,name\na@example.test,Ann', 'people.csv')
  expect(await screen.findByText('A required field has no column')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Check file' }).getAttribute('aria-disabled')).toBe('true')
  await user.selectOptions(screen.getByLabelText('Field for mail'), 'email')
  expect(screen.queryByText('A required field has no column')).toBeNull()
})

test('names every bad row, and imports nothing of the file', async () => {
  const page = await openImport(table(many(30).with(4, 'no address').with(20, 'neither')), 'people.csv')
  await send(page, 'all', '30 users')
  expect(await screen.findByText('2 users refused; nothing was imported.')).toBeTruthy()
  for (const row of ['Line 6', 'Line 22']) expect(screen.getByRole('rowheader', { name: row })).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Download rejected rows' }))
  expect(await saved[0]?.text()).toMatch(/^email,name,Line,Problem\nno address,Person 4,6,.+\nneither,Person 20,22,/)
  expect(await emails()).toEqual([])
})

test('reports taken and duplicate email addresses before sending anything', async () => {
  await ask('POST', 'system/user', { resource: [{ email: 'ann@example.test', name: 'Ann' }] })
  const { user } = await openImport(table(['ann@example.test', 'b@example.test', 'b@example.test']), 'people.csv')
  await pressReady(user, 'Check file')
  expect(await screen.findByText('Nothing would be imported: 2 users refused.')).toBeTruthy()
  for (const text of [/This value is already in use/, /Duplicate of line 3/])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Email must be unique, in the file and among stored records.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import the others instead' }))
  await user.click(screen.getByRole('button', { name: 'Import 1 user' }))
  await waitFor(async () => expect(await emails()).toEqual(['ann@example.test', 'b@example.test']))
})

test('reports that a file with only a header row has no records', async () => {
  const { user } = await openImport('email,name', 'people.csv')
  await pressReady(user, 'Check file')
  expect(await screen.findByText('The file contains no records.')).toBeTruthy()
})

test('rejects the whole file for a bad value, unless only the valid rows are requested', async () => {
  const { user } = await openImport(table(['a@example.test', '']), 'people.csv')
  await pressReady(user, 'Check file')
  expect(await screen.findByText('Nothing would be imported: 1 user refused.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 1 user' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Import the others instead' }))
  expect(screen.getByText('1 user would be created, 1 refused.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import 1 user' }))
  await waitFor(async () => expect(await emails()).toEqual(['a@example.test']))
})

test('reads a file that is not UTF-8 correctly, and names the assumed encoding', async () => {
  const bytes = [...table(['a@example.test']).replace('Person', 'Zoë')].map((sign) => sign.charCodeAt(0))
  const page = await openImport(Uint8Array.from(bytes), 'people.csv')
  expect(screen.getByText(/^This file is not UTF-8. It is read as Windows-1252/)).toBeTruthy()
  await send(page, 'all', '1 user')
  await waitFor(async () => expect(await users()).toMatchObject([{ name: 'Zoë 0' }]))
})

test('reports a file that is too large for one request', async () => {
  const tooLarge = {
    error: { code: 413, message: 'The body is longer than this server accepts (MILLWRIGHT_BODY_LIMIT).' },
  }
  const page = await openImport(table(many(3)), 'people.csv', {
    through: (reach) => (input, init) =>
      String(input).includes('rollback=true') && init?.method === 'POST'
        ? Promise.resolve(Response.json(tooLarge, { status: 413 }))
        : reach(input, init),
  })
  await send(page, 'all', '3 users')
  expect(await screen.findByText(/more than the instance accepts at once/)).toBeTruthy()
})

test('imports the valid rows of a large file in chunks, and reports equal errors together', async () => {
  const rows = many(1100).with(7, 'bad').with(1050, 'worse').with(1051, '')
  const page = await openImport(table(rows), 'people.csv')
  await send(page, 'good', '1,099 users')
  expect(await screen.findByText('1,097 users imported, 3 refused.')).toBeTruthy()
  expect(screen.getByText(/^2 × /)).toBeTruthy()
  expect(screen.getByText('1 × Email: A value is required.')).toBeTruthy()
  expect(await emails()).toHaveLength(1097)
})

/** Lets the first chunk through and handles the second with `end`. */
const second = (end: (signal: AbortSignal | null | undefined) => Promise<Response>) => {
  let pieces = 0
  return (reach: typeof fetch): typeof fetch =>
    async (input, init) => {
      if (init?.method !== 'POST' || !String(input).includes('system/user')) return reach(input, init)
      pieces += 1
      return pieces === 2 ? end(init.signal) : reach(input, init)
    }
}

test('reports what is imported after a lost connection, and sends the rest once it is back', async () => {
  const page = await openImport(table(many(1100)), 'people.csv', {
    through: second(() => Promise.reject(new TypeError('fetch failed'))),
  })
  await send(page, 'good', '1,100 users')
  expect(await screen.findByText('500 users imported.')).toBeTruthy()
  expect(screen.getByText(/^Lines 502 to 1,001 were in transit and may or may not be stored/)).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Send lines 502 to 1,001 again and continue' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await emails()).toHaveLength(1100)
})

test('stops an import between two chunks, and resumes after the chunk in flight', async () => {
  const page = await openImport(table(many(1100)), 'people.csv', {
    through: second(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')))
        }),
    ),
  })
  await send(page, 'good', '1,100 users')
  await screen.findByText('500 of 1,100 users sent')
  await page.user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Import stopped.')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Continue after lines 502 to 1,001' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await emails()).toHaveLength(600)
})

test('imports pasted records', async () => {
  const { user } = await visit(instance, '/users', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Import…' }))
  await user.click(await screen.findByRole('button', { name: 'Paste records…' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Records'))
  await user.paste('Email\tDisplay Name\nann@example.test\tAnn')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Paste records…' }))
  await pressReady(user, 'Check file')
  await user.click(await screen.findByRole('button', { name: 'Import 1 user' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await users()).toMatchObject([{ email: 'ann@example.test', name: 'Ann' }])
})

test('lets pasted records be edited before they are used', async () => {
  const { user } = await visit(instance, '/users', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Import…' }))
  await user.click(await screen.findByRole('button', { name: 'Paste records…' }))
  await user.paste('Email\nann@example.test')
  await user.click(screen.getByRole('button', { name: 'Paste records…' }))
  await user.type(screen.getByLabelText('Records'), '\nbob@example.test')
  await user.click(screen.getByRole('button', { name: 'Use this text' }))
  await pressReady(user, 'Check file')
  await user.click(await screen.findByRole('button', { name: 'Import 2 users' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
})

test.each(['CSV', 'JSON', 'XML'])('imports an export as %s, including roles and lookup keys', async (format) => {
  const before = {
    email: 'ann@example.test',
    name: 'Ann "the" Lee,\nDr.',
    phone: '=1',
    is_active: false,
    lookup_by_user_id: [{ name: 'region', value: 'north, "far"', allow_user_update: true }],
    user_to_app_to_role_by_user_id: [{ app_id: portal.id, role_id: reader.id }],
  }
  await ask('POST', 'system/user', { resource: [before] })
  const [ann] = await users()
  const { user } = await visit(instance, '/users', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Export…' }))
  await user.selectOptions(await screen.findByLabelText('Format'), format)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const content = (await saved[0]?.text()) ?? ''
  await ask('DELETE', `system/user/${ann?.id}`)

  const page = await openImport(content, `user.${format.toLowerCase()}`)
  await send(page, 'all', '1 user')
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await users()).toMatchObject([before])
})
