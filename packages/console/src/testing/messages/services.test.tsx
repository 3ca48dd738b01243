import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTypes } from '../../features/services/testing/known-types.ts'
import { rejectWith, respondWith } from '../answering.ts'
import { chooseService } from '../choose-service.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'
import { withoutFeatures, withPlatform } from '../saying.ts'

const instance = sharedInstance()
const { root, send } = instance
type Through = ReturnType<typeof respondWith>

const open = (path: string, ...through: readonly Through[]) =>
  visit(instance, path, {
    as: root,
    through: (reach) => [withTypes, ...through].reduce((reached, between) => between(reached), reach),
  })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const openSection = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('tab', { name }))
const create = async (name: string, type: string, config: object) => {
  const record = { name, label: `${name} label`, type, is_active: true, config }
  const { body } = await send<{ resource: { id: number }[] }>('POST', 'system/service', {
    as: root,
    body: { resource: [record] },
  })
  return body.resource[0]?.id ?? 0
}
const list = { part: '/system/service?' }

test('Services: reports failed loading, missing access, an empty list and no matches', async () => {
  await open('/services', rejectWith(list, 500, 'Out of order.'))
  await expectMessage('services.load')
  await open('/services', rejectWith(list, 403, 'No.'))
  await expectMessage('services.no-access')
  await open('/services', respondWith(list, 200, { resource: [], meta: { count: 0 } }))
  await expectMessage('services.empty')
  await expectMessage('services.create-first')
  await open('/services?filter=nowhere-at-all')
  await expectMessage('services.no-match')
})

test('Service: reports missing names, and an unusual one', async () => {
  const page = await open('/services/new?type=smtp_email')
  await press(page, 'Save')
  await expectMessage('services.both-missing')
  await page.user.type(await field(/^Namespace/), 'Odd Name')
  await page.user.tab()
  await expectMessage('services.bad-name')
  await press(page, 'Save')
  await expectMessage('services.label-missing')
  await page.user.clear(await field(/^Namespace/))
  await page.user.type(await field(/^Label/), '日本')
  await press(page, 'Save')
  await expectMessage('services.name-missing')
})

test('Service: reports creation, update and a cleared cache', async () => {
  const page = await open('/services/new?type=smtp_email')
  await page.user.type(await field(/^Label/), 'Post')
  await openSection(page, 'Config')
  await page.user.type(await field(/^Host/), 'mail.example.com')
  await press(page, 'Save')
  await expectMessage('services.created', { name: 'post' })

  const changed = await open(
    `/services/${await create('letters', 'smtp_email', { host: 'mail.example.com' })}`,
    respondWith({ part: '/system/cache/letters', verb: 'DELETE' }, 200, { success: true }),
  )
  await changed.user.type(await field('Description'), 'x')
  await press(changed, 'Save')
  await expectMessage('services.updated', { name: 'letters' })
  await openSection(changed, 'Config')
  await press(changed, 'Save and Clear Cache')
  await expectMessage('services.cleared', { name: 'letters' })
})

test('Service: reports each step of testing a database connection', async () => {
  const never: Through = (reach) => (input, init) =>
    String(input).includes('/_schema') ? new Promise(() => {}) : reach(input, init)
  const page = await open('/services/new?type=sqlite', never)
  await page.user.type(await field(/^Label/), 'Tables')
  await openSection(page, 'Config')
  await page.user.type(await field(/^Database/), 'tables.sqlite')
  await press(page, 'Save')
  await expectMessage('services.created-database', { name: 'tables' })

  const id = await create('more', 'sqlite', { database: 'more.sqlite' })
  const save = async (...through: readonly Through[]) => {
    const changed = await open(`/services/${id}`, ...through)
    await changed.user.type(await field('Description'), 'x')
    await press(changed, 'Save')
  }
  await save(never)
  await expectMessage('services.updated-database', { name: 'more' })
  await save(respondWith({ part: '/more/_schema' }, 200, { resource: [] }))
  await expectMessage('services.test-ok', { name: 'more' })
  const away = rejectWith({ part: '/more/_schema' }, 503, 'Folder not found.')
  await save(away)
  await expectMessage('services.test-failed', { name: 'more' })
  await save(
    away,
    withPlatform((own) => ({ ...own, app_debug: true })),
  )
  await expectMessage('services.test-reason', { name: 'more', message: 'Folder not found.' })
})

test('Service: asks before deleting one and several', async () => {
  for (const name of ['gone-1', 'gone-2', 'gone-3']) await create(name, 'smtp_email', { host: 'h.example.com' })
  const page = await open('/services?filter=gone-')
  await press(page, 'Actions for gone-1 label')
  await page.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await expectMessage('services.delete', { label: 'gone-1 label' })
  await press(page, 'Delete service')
  await expectMessage('services.deleted')
  for (const name of ['gone-2', 'gone-3'])
    await page.user.click(await screen.findByRole('checkbox', { name: `Select ${name} label` }))
  await press(page, 'Delete')
  await expectMessage('services.delete-many')
  await press(page, 'Delete 2 services')
  await expectMessage('services.deleted-many')
})

test('Service: reports that events failed to load', async () => {
  const page = await open('/services/new?type=every&section=config', rejectWith({ part: '/system/event' }, 500, 'No.'))
  await press(page, 'Add to Table')
  await expectMessage('services.events')
})

test('Service: reports an uploaded spreadsheet', async () => {
  const page = await open(
    '/services/new?type=excel&section=config',
    respondWith({ part: '/files/sheets/', verb: 'POST' }, 201, {}),
  )
  const storage = within(await screen.findByRole('region', { name: 'Spreadsheet' }))
  await chooseService(page.user, 'Storage Service', 'files')
  await page.user.clear(storage.getByLabelText('Storage Container Path'))
  await page.user.type(storage.getByLabelText('Storage Container Path'), 'sheets')
  await page.user.upload(storage.getByLabelText('Spreadsheet file'), new File(['a'], 'a.xlsx'))
  await press(page, 'Upload Spreadsheet')
  await expectMessage('services.uploaded')
})

test('Service: reports pulling a script from its source, and clearing its cache', async () => {
  const id = 900
  const config = { storage_service_id: 3, storage_path: 'a.js' }
  const stored = { id, name: 'script', label: 'S', type: 'nodejs', config }
  const script = respondWith({ part: `/system/service/${id}?` }, 200, stored)
  const files = respondWith({ part: '/api/v2/?group=' }, 200, {
    services: [{ id: 3, name: 'files', type: 'local_file' }],
  })
  const page = await open(
    `/services/${id}?section=config`,
    script,
    files,
    rejectWith({ part: '/files/a.js' }, 404, 'No.'),
    rejectWith({ part: '/system/cache/_event/script' }, 500, 'No.'),
  )
  await press(page, 'View Latest')
  await expectMessage('services.pull-failed')
  await press(page, 'Delete Cache')
  await expectMessage('services.script-not-cleared')

  const working = await open(
    `/services/${id}?section=config`,
    script,
    files,
    respondWith({ part: '/files/a.js' }, 200, 'return 1'),
    respondWith({ part: '/system/cache/_event/script' }, 200, { success: true }),
  )
  await press(working, 'View Latest')
  await expectMessage('services.pulled')
  await press(working, 'Delete Cache')
  await expectMessage('services.script-cleared')
})

test('Service: reports a file of another type, and a type that is not included', async () => {
  await open('/services/new?type=nodejs&section=config')
  fireEvent.change(await field('Script file'), { target: { files: [new File(['x'], 'script.txt')] } })
  await expectMessage('services.other-file', { formats: '.js' })
  const page = await open('/services/new', withoutFeatures)
  await page.user.type(await field('Select Service Type'), 'oracle{Enter}')
  await expectMessage('services.not-included', { type: 'Oracle' })
  expect(page.address()).toContain('type=oracle')
})
