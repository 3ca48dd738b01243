import { fileCalls } from '@millwright/instance/testing/file-calls'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { filesKey } from '../../instance/folder-listing.ts'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const { get, put, folder, names } = fileCalls(instance)
type Through = ReturnType<typeof respondWith>

const open = (path: string, through?: Through) =>
  visit(instance, `/file-manager?path=${path}`, { as: root, ...(through && { through }) })
/** Found by text, as computing the accessible names of whole rows is slow. */
const row = async (name: string) => {
  const found = (await screen.findByText(name, { selector: 'a' })).closest('tr')
  if (!found) throw new Error(`${name} is in no row.`)
  return found
}
const press = async ({ user }: Visit, text: string) =>
  user.click(await screen.findByText(text, { selector: 'button *' }))
const choose = async (page: Visit, button: string, entry: RegExp) => {
  await press(page, button)
  await page.user.click(await screen.findByRole('menuitem', { name: entry }))
}
const transfers = async () => within(await screen.findByLabelText('Transfers'))

beforeEach(async () => {
  await send('DELETE', 'files/?content_only=true&force=true', { as: root })
  await folder('docs')
  await folder('docs/photos')
  await put('docs/b.txt', 'second')
  await put('docs/a.txt', 'first')
})

test('shows that a service does not exist, and lists the others', async () => {
  const { user, address } = await open('/gone/')
  expect((await screen.findByRole('alert')).textContent).toContain('There is no file service named gone.')
  await user.click(await screen.findByText('Files', { selector: 'main li *' }))
  await waitFor(() => expect(address()).toBe('/file-manager?path=%2Ffiles%2F'))
  await row('docs')
})

test('shows that the role may not read a folder, with a link to its parent', async () => {
  const page = await open('/files/docs/', rejectWith({ part: 'files/docs/' }, 403, 'No access here.'))
  expect(await screen.findByText('Your role has no access to this folder.')).toBeTruthy()
  expect(await screen.findByText('No access here.')).toBeTruthy()
  await press(page, 'Up one folder')
  await waitFor(() => expect(page.address()).toBe('/file-manager?path=%2Ffiles%2F'))
})

test('shows that a folder does not exist', async () => {
  await open('/files/nowhere/')
  expect(await screen.findByText('Folder not found.')).toBeTruthy()
})

test('shows the available properties for a server that returns few', async () => {
  await open(
    '/files/docs/',
    respondWith({ part: 'files/docs/' }, 200, { resource: [{ name: 'bare' }, { type: 'file' }] }),
  )
  await row('bare')
  expect(await screen.findByText('1 file · 0 bytes')).toBeTruthy()
})

test('stores order and search in the address, and keeps the order for another folder', async () => {
  const page = await open('/files/docs/')
  const { user, address } = page
  await row('a.txt')
  await press(page, 'Name')
  await waitFor(() => expect(address()).toContain('sort=-name'))
  await user.type(screen.getByLabelText('Find in this folder'), 'b.t')
  await waitFor(() => expect(screen.queryByText('a.txt')).toBeNull())
  expect(address()).toContain('find=b.t')
  await user.click(within(screen.getByLabelText('Path')).getByText('Files'))
  await row('docs')
  await waitFor(() => expect(address()).toMatch(/sort=-name/))
  expect(address()).not.toContain('find')
})

test('has no link to the other services with allowroot=false', async () => {
  await open('/files/docs/&allowroot=false')
  await row('a.txt')
  expect(screen.queryByText('All services')).toBeNull()
  expect(screen.queryByText('Logs')).toBeNull()
})

test('rejects an existing name, or one that is a path, before sending it', async () => {
  const page = await open('/files/docs/')
  await row('a.txt')
  await choose(page, 'New', /Folder/)
  const name = await screen.findByLabelText('Name')
  await page.user.type(name, 'photos{Enter}')
  expect(await screen.findByText('This name already exists in this folder.')).toBeTruthy()
  await page.user.clear(name)
  await page.user.type(name, 'a/b{Enter}')
  expect(await screen.findByText('Names cannot contain slashes, or be . or ..')).toBeTruthy()
  await page.user.clear(name)
  await page.user.type(name, 'Süß 100%{Enter}')
  await row('Süß 100%')
  expect(await names('docs/?')).toContain('docs/Süß 100%/')
})

test('renames, selects and deletes by keyboard, and names entries that failed', async () => {
  const page = await open('/files/docs/', (reach) => async (input, init) => {
    const answer = await reach(input, init)
    if (init?.method !== 'DELETE') return answer
    const { resource } = await answer.json()
    return Response.json({ resource: resource.with(1, { name: 'c.txt', error: { message: 'It is in use.' } }) })
  })
  const first = await row('a.txt')
  first.focus()
  await page.user.keyboard('{F2}')
  await page.user.clear(await screen.findByLabelText('Name'))
  await page.user.type(await screen.findByLabelText('Name'), 'c.txt{Enter}')
  const renamed = await row('c.txt')
  expect(await names('docs/?')).toEqual(['docs/b.txt', 'docs/c.txt', 'docs/photos/'])
  const before = await row('b.txt')
  before.focus()
  await page.user.keyboard(' {Shift>}{ArrowDown}{/Shift}')
  await screen.findByText('2 selected')
  expect(renamed.getAttribute('aria-selected')).toBe('true')
  await page.user.keyboard('{Delete}')
  await press(page, 'Delete 2 files')
  const panel = await transfers()
  expect(await panel.findByText(/1 failed/)).toBeTruthy()
  await page.user.click(panel.getByText('Show items'))
  expect((await panel.findByText('It is in use.')).parentElement?.textContent).toContain('c.txt')
  await page.user.click(panel.getByLabelText('Dismiss transfers'))
})

test('moves cut entries when they are pasted, and renames copies', async () => {
  const page = await open('/files/docs/')
  const first = await row('a.txt')
  first.focus()
  await page.user.keyboard('{Control>}c{/Control}')
  await press(page, 'Paste 1')
  await row('a (2).txt')
  first.focus()
  await page.user.keyboard('{Control>}x{/Control}')
  await page.user.click(screen.getByText('photos', { selector: 'td a' }))
  await press(page, 'Paste 1')
  await waitFor(async () => expect(await names('docs/?full_tree=true&')).toContain('docs/photos/a.txt'))
  expect((await get('docs/a.txt')).status).toBe(404)
})

test('asks about existing files before sending anything', async () => {
  const page = await open('/files/docs/')
  await row('a.txt')
  const files = [new File(['new'], 'a.txt'), new File(['more'], 'd.txt')]
  const input = screen.getByLabelText('Files to upload')
  await page.user.upload(input, files)
  await screen.findByRole('dialog', { name: 'a.txt already exists' })
  await press(page, 'Cancel')
  expect(await names('docs/?')).not.toContain('docs/d.txt')
  await page.user.upload(input, files)
  await screen.findByRole('dialog', { name: 'a.txt already exists' })
  await press(page, 'Keep both')
  await row('d.txt')
  await row('a (2).txt')
  expect((await get('docs/a.txt')).body).toBe('first')
  expect((await get('docs/a (2).txt')).body).toBe('new')
})

test('asks about existing files of each upload in turn, also after the folder is left', async () => {
  await put('docs/photos/p.jpg', 'picture')
  const checked = Promise.withResolvers<void>()
  let uploading = false
  const page = await open('/files/docs/', (reach) => async (input, init) => {
    if (uploading && /files\/docs\/(\?|$)/.test(String(input))) await checked.promise
    return reach(input, init)
  })
  await row('a.txt')
  uploading = true
  const input = screen.getByLabelText('Files to upload')
  await page.user.upload(input, [new File(['new a'], 'a.txt')])
  await page.user.upload(input, [new File(['new b'], 'b.txt')])
  await page.user.click(screen.getByText('photos', { selector: 'td a' }))
  await row('p.jpg')
  checked.resolve()
  const question = await screen.findByRole('dialog', { name: /^[ab]\.txt already exists$/ })
  expect(within(question).getByText('Upload to docs')).toBeTruthy()
  const isFirst = question.textContent?.includes('a.txt') ?? false
  await press(page, 'Keep both')
  await screen.findByRole('dialog', { name: `${isFirst ? 'b' : 'a'}.txt already exists` })
  await press(page, 'Keep both')
  for (const name of ['a', 'b'])
    await waitFor(async () => expect(await names('docs/?')).toContain(`docs/${name} (2).txt`))
})

test('retries a failed upload without sending the other files again', async () => {
  let away = true
  const page = await open('/files/docs/', (reach) => (input, init) => {
    const isIt = String(input).includes('docs/e.txt') && init?.method === 'POST'
    if (!isIt || !away) return reach(input, init)
    return Promise.resolve(Response.json({ error: { code: 507, message: 'The disk is full.' } }, { status: 507 }))
  })
  await row('a.txt')
  await page.user.upload(screen.getByLabelText('Files to upload'), [new File(['e'], 'e.txt'), new File(['f'], 'f.txt')])
  const panel = await transfers()
  const failed = /1 of 2 .*1 failed/
  await panel.findByText(failed)
  away = false
  await page.user.click(panel.getByLabelText(/^Retry what failed/))
  await waitFor(() => expect(panel.queryByText(failed)).toBeNull())
  expect(await screen.findByText('Transfers done')).toBeTruthy()
  expect((await get('docs/e.txt')).body).toBe('e')
})

test('asks before overwriting a text that was changed by someone else', async () => {
  const page = await open('/files/docs/&file=a.txt')
  typeCode(await codeEditor(), 'mine')
  await put('docs/a.txt', 'theirs, and longer')
  await press(page, 'Save')
  expect(await screen.findByText('Someone else changed this file while you were editing it.')).toBeTruthy()
  expect((await get('docs/a.txt')).body).toBe('theirs, and longer')
  await press(page, 'Overwrite with mine')
  await screen.findByText('a.txt saved.')
  expect((await get('docs/a.txt')).body).toBe('mine')
})

test('preserves line endings of a text, and asks before unsaved changes are lost', async () => {
  await put('docs/a.txt', 'one\r\ntwo\r\n')
  const page = await open('/files/docs/&file=a.txt')
  typeCode(await codeEditor(), 'one\nthree\n')
  await press(page, 'Cancel')
  await page.user.click(
    within(await screen.findByRole('alertdialog', { name: 'Continue without saving?' })).getByText('Keep editing'),
  )
  await press(page, 'Save')
  await screen.findByText('a.txt saved.')
  expect((await get('docs/a.txt')).body).toBe('one\r\nthree\r\n')
})

test('keeps the text of a file that someone else deleted while it was edited', async () => {
  const page = await open('/files/docs/&file=a.txt')
  const editor = await codeEditor()
  typeCode(editor, 'mine')
  await send('DELETE', 'files/docs/a.txt', { as: root })
  await page.queryClient.invalidateQueries({ queryKey: filesKey('files') })
  await waitFor(() => expect(screen.queryByText('a.txt', { selector: 'td a' })).toBeNull())
  expect((await codeEditor()).state.doc.toString()).toBe('mine')
})

test('reports a text as saved when only reading the file afterwards fails, and saves it again', async () => {
  let stored = false
  const page = await open('/files/docs/&file=a.txt', (reach) => async (input, init) => {
    const isFailing = stored && String(input).includes('a.txt?include_properties')
    stored = init?.method === 'PUT'
    if (isFailing) return Response.json({ error: { code: 500, message: 'Try later.' } }, { status: 500 })
    return reach(input, init)
  })
  typeCode(await codeEditor(), 'mine')
  await press(page, 'Save')
  await screen.findByText('a.txt saved.')
  expect(screen.queryByText('Nothing was saved')).toBeNull()
  typeCode(await codeEditor(), 'mine again')
  await press(page, 'Save')
  await waitFor(async () => expect((await get('docs/a.txt')).body).toBe('mine again'))
})

test('a file that is made after its dialog was cancelled leaves the next dialog open, and is not opened', async () => {
  const cancelled = Promise.withResolvers<void>()
  const page = await open('/files/docs/', (reach) => async (input, init) => {
    if (String(input).includes('late.txt')) await cancelled.promise
    return reach(input, init)
  })
  await row('a.txt')
  await choose(page, 'New', /Text file/)
  await page.user.clear(await screen.findByLabelText('Name'))
  await page.user.type(screen.getByLabelText('Name'), 'late.txt{Enter}')
  await press(page, 'Cancel')
  await choose(page, 'New', /Folder/)
  await page.user.type(await screen.findByLabelText('Name'), 'other')
  cancelled.resolve()
  await row('late.txt')
  expect(screen.getByDisplayValue('other')).toBeTruthy()
  expect(page.address()).not.toContain('late.txt')
})

test('reads the folder again when an archive that empties it first could not be unpacked', async () => {
  const page = await open('/files/docs/', (reach) => async (input, init) => {
    if (!String(input).includes('extract=true')) return reach(input, init)
    await send('DELETE', 'files/docs/a.txt', { as: root })
    return Response.json({ error: { code: 400, message: 'Not an archive.' } }, { status: 400 })
  })
  await row('a.txt')
  await page.user.click(screen.getByLabelText('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Upload and unpack/ }))
  await page.user.upload(await screen.findByLabelText(/^Choose a zip archive/), new File(['zip'], 'x.zip'))
  await page.user.click(screen.getByLabelText('Empty the folder first'))
  await press(page, 'Empty the folder and unpack')
  await screen.findByText('Not an archive.')
  await waitFor(() => expect(screen.queryByText('a.txt', { selector: 'a' })).toBeNull())
})
