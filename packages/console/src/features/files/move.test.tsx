import { fileCalls } from '@millwright/instance/testing/file-calls'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { root } = instance
const here = fileCalls(instance)
const there = fileCalls(instance, 'logs')

const press = async ({ user }: Visit, text: string) =>
  user.click(await screen.findByText(text, { selector: 'button *' }))
const transfers = async () => within(await screen.findByLabelText('Transfers'))

beforeEach(async () => {
  for (const service of ['files', 'logs'])
    await instance.send('DELETE', `${service}/?content_only=true&force=true`, { as: root })
  await here.folder('cut/deep/empty')
  await here.put('cut/a.txt', 'first')
  await here.put('cut/deep/b.txt', 'zwölf')
})

/** Cuts everything in the root of one service and pastes it into the root of the other. */
async function move(through?: ReturnType<typeof respondWith>): Promise<Visit> {
  const page = await visit(instance, '/file-manager?path=/files/', { as: root, ...(through && { through }) })
  const row = (await screen.findByText('cut', { selector: 'a' })).closest('tr')
  row?.focus()
  await page.user.keyboard('{Control>}x{/Control}')
  await page.router.navigate({ to: '/file-manager', search: { path: '/logs/' } })
  await press(page, 'Paste 1')
  return page
}

const all = 'full_tree=true&'

test('entries that are cut in one service and pasted in another are moved', async () => {
  await move()
  await waitFor(async () => expect(await here.names(`?${all}`)).toEqual([]))
  expect(await there.names(`?${all}`)).toEqual(['cut/', 'cut/a.txt', 'cut/deep/', 'cut/deep/b.txt', 'cut/deep/empty/'])
  expect((await there.get('cut/deep/b.txt')).body).toBe('zwölf')
  await waitFor(() => expect(screen.queryByText('Paste 1')).toBeNull())
})

test('files that could not be deleted are listed with the reason, and their folders remain', async () => {
  const page = await move(rejectWith({ part: 'files/cut/a.txt', verb: 'DELETE' }, 403, 'It is read-only.'))
  const panel = await transfers()
  expect(await panel.findByText(/2 failed/)).toBeTruthy()
  await page.user.click(panel.getByText('Show items'))
  const told = await panel.findByText('It was copied, but the original could not be deleted: It is read-only.')
  expect(told.parentElement?.textContent).toContain('cut/a.txt')
  expect(panel.getByText('The folder was kept because it still contains files that were not moved.')).toBeTruthy()
  expect(await here.names(`?${all}`)).toEqual(['cut/', 'cut/a.txt'])
  expect(await there.names(`?${all}`)).toContain('cut/a.txt')
  await page.user.click(panel.getByLabelText('Dismiss transfers'))
})

test('a copy of a different size deletes nothing', async () => {
  const page = await move(respondWith({ part: 'logs/cut/a.txt?include_properties' }, 200, { content_length: 4 }))
  const panel = await transfers()
  expect(await panel.findByText(/2 failed/)).toBeTruthy()
  await page.user.click(panel.getByText('Show items'))
  expect(await panel.findByText('The copy and the original differ in length; the original was kept.')).toBeTruthy()
  expect((await here.get('cut/a.txt')).body).toBe('first')
  await page.user.click(panel.getByLabelText('Dismiss transfers'))
})
