import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../answering.ts'
import { chooseService } from '../choose-service.ts'
import { expectMessage } from '../expect-message.ts'
import { messageOf } from '../message-catalogue.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const made = async (collection: string, record: object) => {
  const { body } = await instance.send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: instance.root,
    body: { resource: [record] },
  })
  return body.resource[0]?.id ?? 0
}

test('Limit: reports each missing input in order, then creation and changes', async () => {
  const page = await open('/limits/new')
  await field(/^Limit Name/)
  await press(page, 'Save')
  await expectMessage('limits.no-type')
  await expectMessage('limits.type-missing')
  await page.user.selectOptions(await field(/^Limit Type/), 'instance')
  await press(page, 'Save')
  await expectMessage('limits.name-missing')
  await page.user.type(await field(/^Limit Name/), 'Calm')
  await press(page, 'Save')
  await expectMessage('limits.rate-missing')
  await page.user.type(await field(/^Limit Rate/), '1000.5')
  await press(page, 'Save')
  await expectMessage('limits.rate-wrong')
  await page.user.clear(await field(/^Limit Rate/))
  await page.user.type(await field(/^Limit Rate/), '100000')
  await page.user.selectOptions(await field(/^Limit Period/), 'day')
  await press(page, 'Save')
  await expectMessage('limits.created')

  await page.user.click(await screen.findByRole('link', { name: 'Calm' }))
  await page.user.type(await field('Description'), 'x')
  await press(page, 'Save')
  await expectMessage('limits.updated')
})

test('Limit: reports resetting one and several', async () => {
  await made('limit', { name: 'One', type: 'instance', rate: 100_000, period: 'hour' })
  await made('limit', { name: 'Two', type: 'instance', rate: 100_000, period: 'minute' })
  const page = await open('/limits')
  await press(page, 'Actions for One')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Reset counter' }))
  await expectMessage('limits.clear', { name: 'One' })
  await press(page, 'Reset counter')
  await expectMessage('limits.cleared')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select Two' }))
  await press(page, 'Reset counters')
  await expectMessage('limits.clear-many')
  await press(page, 'Reset counters of 2 limits')
  await expectMessage('limits.cleared-many')
})

test('Task: reports a missing name and service, creation and changes', async () => {
  const page = await open('/scheduler/new')
  await field(/^Name/)
  await press(page, 'Save')
  await expectMessage('tasks.service-missing')
  const basic = messageOf('tasks.name-missing').text
  expect(await screen.findByRole('tab', { name: new RegExp(`^${basic}.*has errors`) })).toBeTruthy()
  await page.user.type(await field(/^Name/), 'Nightly')
  await press(page, 'Next >')
  await chooseService(page.user, 'Service', 'system')
  await press(page, 'Save')
  await expectMessage('tasks.created')

  await page.user.click(await screen.findByRole('link', { name: 'Nightly' }))
  await page.user.type(await field('Description'), 'x')
  await press(page, 'Save')
  await expectMessage('tasks.updated')
})

test('Task: reports that its service was deleted', async () => {
  await made('scheduler', { name: 'Orphan', service_id: 2 })
  const without = respondWith({ part: '/api/v2/' }, 200, { services: [{ id: 1, name: 'system', type: 'system' }] })
  await open('/scheduler', {
    through: (reach) => (input, init) =>
      String(input).endsWith('/api/v2/') ? without(reach)(input, init) : reach(input, init),
  })
  await expectMessage('tasks.service-gone', { id: '2' })
})
