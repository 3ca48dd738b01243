import { createServer } from 'node:http'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdBack } from '../../../testing/holding.ts'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'], sampleData: true } })
const server = createServer((_, response) => void response.writeHead(status).end())
let status = 200
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())
let url: string
beforeAll(() => {
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
})
const press = (name: string) => screen.findByRole('button', { name })
const stored = async () =>
  (await instance.send<{ resource: Record<string, unknown>[] }>('GET', 'system/webhook', { as: instance.root })).body
    .resource

test('creates a webhook with its events and a secret that is shown once', async () => {
  const { user } = await visit(instance, '/config/webhooks/new-1', { as: instance.root })
  await user.clear(await screen.findByLabelText(/^Name/))
  await user.type(screen.getByLabelText(/^Name/), 'Bookkeeping')
  await user.click(await press('Save'))
  for (const problem of ['Enter a URL that starts with https://.', 'Add an event.', 'Generate a secret.']) {
    expect((await screen.findAllByText(problem)).length).toBeGreaterThan(0)
  }
  await user.type(screen.getByLabelText(/^URL/), url)
  await user.type(screen.getByLabelText(/^Find event/), 'sample._table.customer.post{Enter}')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Events/).value).toBe('sample._table.customer.post')
  await user.click(await press('Generate secret'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Secret/).value).toMatch(/^whsec_/)
  await user.click(await press('Save'))
  expect(await screen.findByText('Webhook created.')).toBeTruthy()
  expect(await stored()).toMatchObject([{ name: 'Bookkeeping', url, events: ['sample._table.customer.post'] }])
  expect((await screen.findByLabelText<HTMLInputElement>(/^Secret/)).value).toBe('')
})

test('lists its deliveries, tests it, and sends a delivery again, once for two presses', async () => {
  const [{ id } = {}] = await stored()
  const held = holdBack({ part: '/redeliver' })
  let sent = 0
  const { user } = await visit(instance, `/config/webhooks/${id}`, {
    as: instance.root,
    through: (reach) =>
      held.through((input, init) => {
        if (String(input).includes('/redeliver')) sent += 1
        return reach(input, init)
      }),
  })
  await user.click(await screen.findByRole('tab', { name: 'Deliveries' }))
  expect(await screen.findByText('No deliveries yet. Send a test, or wait for an event.')).toBeTruthy()
  status = 500
  await user.click(await press('Send test'))
  const list = await screen.findByRole('list', { name: 'Deliveries' })
  expect(await within(list).findByText('Failed')).toBeTruthy()
  expect(within(list).getByText('The receiver responded with status 500.')).toBeTruthy()
  status = 200
  const again = within(list).getByRole('button', { name: 'Redeliver' })
  await user.click(again)
  await user.click(again)
  expect(sent).toBe(1)
  held.release()
  await waitFor(() => expect(within(list).getByText('Delivered')).toBeTruthy())
})
