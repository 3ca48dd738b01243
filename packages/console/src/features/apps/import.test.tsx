import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'
import { SampleMenu } from './sample-apps.tsx'
import { SampleList } from './sample-list.tsx'

const instance = sharedInstance()
const imported = { id: 70, name: 'Shop', type: 0 }

/** Opens the import panel and records the requests to it. `answer`: creates the response. */
async function openImport(answer: () => Response) {
  const sent: unknown[] = []
  const page = await visit(instance, '/apps', {
    as: instance.root,
    through: (reach) => (input, init) => {
      if (init?.method !== 'POST' || !String(input).endsWith('/system/app')) return reach(input, init)
      sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : init.body)
      return Promise.resolve(answer())
    },
  })
  await page.user.click(await screen.findByRole('link', { name: 'Import' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Import App' }))
  return { sent, panel, ...page }
}
const path = () => screen.getByLabelText<HTMLInputElement>(/^Package \(required\)/)

test('does not send an empty import, or a name without a file', async () => {
  const { user, sent, panel } = await openImport(() => Response.json(imported))
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await panel.findByText('Choose a package file, or enter its URL.')).toBeTruthy()
  await user.type(path(), 'shop.dfpkg')
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await panel.findByText('Enter a URL that starts with http:// or https://, or browse for a file.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('shows the error of a rejected import and keeps the form', async () => {
  const { user, panel } = await openImport(() =>
    Response.json({ error: { code: 400, message: 'The package has no description.' } }, { status: 400 }),
  )
  await user.type(path(), 'https://packages.test/shop.zip')
  expect(await panel.findByText('Packages end in .dfpkg; this may not be one.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await panel.findByText('The package has no description.')).toBeTruthy()
  expect(screen.getByText('Api Error')).toBeTruthy()
  expect(path().value).toBe('https://packages.test/shop.zip')
})

test('shows which parts of a package were skipped', async () => {
  const sentence = 'A file of the package was ignored.'
  const { user, panel } = await openImport(() =>
    Response.json({ ...imported, log: { notice: [], warning: [sentence], error: [] } }),
  )
  await user.type(path(), 'https://packages.test/shop.dfpkg')
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('sends a URL as such, and returns to the list', async () => {
  const { user, sent, panel, address } = await openImport(() => Response.json(imported))
  await user.type(path(), 'https://packages.test/shop.dfpkg')
  await user.type(panel.getByLabelText('Storage Folder (Optional)'), 'shops')
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('App successfully imported.')).toBeTruthy()
  expect(sent).toEqual([
    { import_url: 'https://packages.test/shop.dfpkg', storage_service_id: 0, storage_container: 'shops' },
  ])
  await waitFor(() => expect(address()).toBe('/apps'))
})

test('sends a file as a form, and shows its name', async () => {
  const { user, sent, panel } = await openImport(() => Response.json(imported))
  await user.upload(panel.getByLabelText('Package file'), new File(['PK'], 'shop.dfpkg'))
  expect(path().value).toBe('shop.dfpkg')
  await user.click(panel.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('App successfully imported.')).toBeTruthy()
  const [form] = sent
  if (!(form instanceof FormData)) throw new Error('This is no form.')
  expect(form.get('file')).toHaveProperty('name', 'shop.dfpkg')
})

const samples = [
  { name: 'Android', packageUrl: 'https://packages.test/android.dfpkg', repository: 'https://code.test/android' },
  { name: 'Ionic', packageUrl: '', repository: 'https://code.test/ionic' },
  { name: '.NET', packageUrl: '', repository: '' },
]

test('offers the sample packages that have a URL', async () => {
  const chosen: string[] = []
  render(<SampleList samples={samples} onSelect={(url) => chosen.push(url)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Select Android' }))
  expect(chosen).toEqual(['https://packages.test/android.dfpkg'])
  expect(screen.getByRole('link', { name: 'Android' }).getAttribute('href')).toBe('https://code.test/android')
  expect(screen.queryByText('Ionic')).toBeNull()
})

test('the menu opens sources that have a URL in a new window', async () => {
  render(<SampleMenu samples={samples} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sample Apps' }))
  const links = await screen.findAllByRole('menuitem')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['Android', 'https://code.test/android', '_blank'],
    ['Ionic', 'https://code.test/ionic', '_blank'],
  ])
})
