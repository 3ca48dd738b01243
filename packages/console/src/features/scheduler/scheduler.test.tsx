import type { SchedulerTask } from '@millwright/contract/records/scheduler'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { chooseService } from '../../testing/choose-service.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'
import { taskList } from './task-list.tsx'

const instance = sharedInstance()
const { root, send, scheduler } = instance
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: root, ...options })

async function task(fields: object): Promise<SchedulerTask> {
  const record = { service_id: 1, component: 'environment', verb_mask: 1, frequency: 60, is_active: true, ...fields }
  const { status, body } = await send<{ resource: SchedulerTask[] }>('POST', 'system/scheduler?fields=*', {
    as: root,
    body: { resource: [record] },
  })
  if (!body.resource?.[0]) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.resource[0]
}
const read = async (name: string) =>
  (await send<{ resource: SchedulerTask[] }>('GET', `system/scheduler?filter=name='${name}'`, { as: root })).body
    .resource[0]
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const cells = (name: string) =>
  within(screen.getByRole('link', { name }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test("creates a task from its service's components with a payload, and lists all its properties", async () => {
  const { user } = await open('/scheduler/new')
  await user.type(await field(/^Name/), 'Tidy up')
  await user.click(screen.getByRole('button', { name: 'Next >' }))
  await chooseService(user, 'Service', 'system')
  const component = await field('Component')
  await waitFor(() => expect([...(component.list?.options ?? [])].map(({ value }) => value)).toContain('cache'))
  await user.type(component, 'cache')
  await user.selectOptions(await field('Method'), 'DELETE')
  typeCode(await codeEditor(), '{"force": tru')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The payload is not valid JSON.')).toBeTruthy()
  typeCode(await codeEditor(), '{"force": true}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Scheduler task saved successfully.')).toBeTruthy()
  expect(await read('Tidy up')).toMatchObject({
    is_active: true,
    component: 'cache',
    verb: 'DELETE',
    verb_mask: 16,
    frequency: 1,
    payload: '{"force": true}',
    cron: null,
  })
  await screen.findByRole('link', { name: 'Tidy up' })
  await waitFor(() =>
    expect(cells('Tidy up')).toEqual(expect.arrayContaining(['system', 'cache', 'DELETE', '1 min', '-'])),
  )
})

test('describes a cron expression while it is typed, and reports an invalid one at its field', async () => {
  const { id } = await task({ name: 'Weekdays' })
  const { user } = await open(`/scheduler/${id}?section=config`)
  await user.selectOptions(await field('Schedule'), 'cron')
  await user.type(await field(/^Cron expression/), '0 6 * * 8-9')
  expect(await screen.findByText('This cron expression never matches.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await field(/^Cron expression/)).getAttribute('aria-invalid')).toBe('true'))
  await user.clear(await field(/^Cron expression/))
  await user.type(await field(/^Cron expression/), '0 6 * * 1-5')
  expect(await screen.findByText('At 06:00, Monday through Friday, UTC.')).toBeTruthy()
  await user.type(await field(/^Cron expression/), 'TZ=Asia/Tokyo ', { initialSelectionStart: 0 })
  expect(await screen.findByText('At 06:00, Monday through Friday, Asia/Tokyo.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Scheduler task updated successfully.')).toBeTruthy()
  expect(await read('Weekdays')).toMatchObject({ cron: 'TZ=Asia/Tokyo 0 6 * * 1-5', frequency: 60 })
})

test('starts a run by hand and shows its failure in the list, the log and the runs', async () => {
  const { id } = await task({ name: 'Broken', component: 'nothing-of-this-name' })
  const { user } = await open(`/scheduler?filter=Broken`)
  await user.click(await screen.findByRole('button', { name: 'Actions for Broken' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Run now' }))
  expect(await screen.findByText('A run of Broken has started.')).toBeTruthy()
  await scheduler.idle()
  expect(await screen.findByRole('img', { name: 'The last run failed' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Broken' }))
  await user.click(await screen.findByRole('tab', { name: /^Log.*the last run failed/ }))
  expect(await screen.findByText('Status Code: 404')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Runs' }))
  const runs = within(await screen.findByRole('table', { name: /^The only run$/ }))
  expect(runs.getByText('404')).toBeTruthy()
  expect(within(screen.getByRole('dialog')).getByText(/^Next run/).textContent).toMatch(
    /in (1 hour|60 minutes|59 minutes)/,
  )
  expect(id).toBeGreaterThan(0)
})

test('reports a service that cannot list its components and preserves the stored component', async () => {
  const { id } = await task({ name: 'Kept' })
  const { user } = await open(`/scheduler/${id}?section=config`, {
    through: rejectWith({ part: 'as_access_list' }, 500, 'Out of order.'),
  })
  expect(await screen.findByText('Service Error')).toBeTruthy()
  expect((await field('Component')).value).toBe('')
  await user.click(screen.getByRole('tab', { name: 'Basic' }))
  await user.type(await field('Description'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Scheduler task updated successfully.')).toBeTruthy()
  expect(await read('Kept')).toMatchObject({ component: 'environment', description: 'x' })
})

test('sends no additional requests to a server that has only the common API', async () => {
  const { id } = await task({ name: 'Plain' })
  const asked: string[] = []
  const { user } = await open(`/scheduler/${id}`, {
    through: (reach) =>
      withoutFeatures((input, init) => {
        asked.push(`${String(input)} ${init?.body ?? ''}`)
        return reach(input, init)
      }),
  })
  await user.type(await field('Description'), 'x')
  expect(screen.queryByRole('tab', { name: 'Runs' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next >' }))
  expect(screen.queryByLabelText('Schedule')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Scheduler task updated successfully.')).toBeTruthy()
  expect(asked.filter((call) => /cron|task_run|app_id|next_run/.test(call))).toEqual([])
})

test('shows what is required on an instance without a scheduler', async () => {
  await open('/scheduler', {
    through: (reach) => (input, init) =>
      String(input).endsWith('/api/v2/system')
        ? respondWith({ part: '' }, 200, { resource: [{ name: 'role' }] })(reach)(input, init)
        : reach(input, init),
  })
  expect(await screen.findByText('Access to Scheduler is available in the commercial product')).toBeTruthy()
})

test('lists when a task runs in words, with the expression on hover', async () => {
  await task({ name: 'Mornings', cron: 'TZ=Asia/Tokyo 0 6 * * 1-5' })
  await open('/scheduler?filter=Mornings')
  const words = await screen.findByText('At 06:00, Monday through Friday, Asia/Tokyo')
  expect(words.title).toBe('TZ=Asia/Tokyo 0 6 * * 1-5')
})

test('has columns that fit into a window of 1366 pixels beside the navigation', () => {
  const { columns } = taskList({ queryClient: new QueryClient(), services: [], plus: true })
  const width = columns.filter(({ hidden }) => hidden !== true).reduce((sum, column) => sum + column.width, 0)
  const checkAndActions = 44 + 48
  expect(width + checkAndActions).toBeLessThanOrEqual(1100)
})
