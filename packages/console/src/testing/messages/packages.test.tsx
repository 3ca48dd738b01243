import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { beforeAll, test } from 'vitest'
import { rejectWith, respondWith } from '../answering.ts'
import { chooseService } from '../choose-service.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
beforeAll(() => instance.make.role({ name: 'clerk', access: [] }))
const open = (options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, '/package-manager', { as: instance.root, ...options })
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const asked = { part: '/system/package', verb: 'GET' }

test('Packages: reports failed loading and missing access', async () => {
  await open({ through: rejectWith(asked, 500, 'Out of order.') })
  await expectMessage('packages.load')
  await open({ through: rejectWith(asked, 403, 'No.') })
  await expectMessage('packages.no-access')
})

test('Packages: reports scripts that the licence excludes, and a service that does not respond', async () => {
  const manifest = { service: { ledger: { reachable: false } } }
  const page = await open({
    through: (reach) => (input, init) =>
      String(input).endsWith('/api/v2/system')
        ? respondWith({ part: '' }, 200, { resource: [{ name: 'package' }] })(reach)(input, init)
        : respondWith(asked, 200, manifest)(reach)(input, init),
  })
  await expectMessage('packages.no-scripts')
  await page.user.click(await screen.findByRole('button', { name: /^ledger/ }))
  await expectMessage('packages.unavailable')
})

test('Packages: reports each obstacle to an export in order, and a finished export', async () => {
  const page = await open()
  await press(page, 'Export')
  await expectMessage('packages.nothing')
  await press(page, 'Add All Roles')
  await press(page, 'Add All Roles')
  await expectMessage('packages.all', { type: 'System Management', name: 'Roles' })
  await chooseService(page.user, 'Export to', 'logs')
  await chooseService(page.user, 'Export to', 'files')
  const target = screen.getByRole('region', { name: 'Export target' })
  await page.user.type(within(target).getByLabelText(/^Password/), 'short')
  await press(page, 'Export')
  await expectMessage('packages.export-failed')
  await page.user.clear(within(target).getByLabelText(/^Password/))
  await press(page, 'Export')
  await expectMessage('packages.exported')
  await expectMessage('packages.not-public', { service: 'Files', folder: '__EXPORTS' })
})

test('Packages: reports that no file service is selected, where there is none', async () => {
  const page = await open({ through: respondWith({ part: 'group=file' }, 200, { services: [] }) })
  await press(page, 'Add All Roles')
  await press(page, 'Export')
  await expectMessage('packages.no-target')
})

test('Packages: reports a missing file, an import, and an import without new records', async () => {
  const posted = { part: '/system/package', verb: 'POST' }
  for (const success of [true, false]) {
    const answer = { success, log: { notice: ['A notice'] } }
    const page = await open({ through: respondWith(posted, success ? 201 : 200, answer) })
    await page.user.click(await screen.findByRole('tab', { name: 'Import Package' }))
    await press(page, 'Import')
    await expectMessage('packages.no-file')
    await page.user.type(screen.getByLabelText('Package'), 'https://example.test/a.zip')
    await press(page, 'Import')
    await expectMessage(success ? 'packages.imported' : 'packages.import-failed')
  }
})
