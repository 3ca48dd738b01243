import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rejectWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

const instance = sharedInstance()
const { root, send, make } = instance
type Through = NonNullable<Parameters<typeof visit>[2]['through']>
const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })

/** Creates a role that is assigned to an app and two users. */
async function roleInUse(name: string) {
  const role = await make.role({ name })
  const body = { resource: [{ name: `${name} app`, role_id: role.id, is_active: true }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/app', { as: root, body })
  const app = made.body.resource[0].id
  for (const email of [`${name}-ada@test.test`, `${name}-bob@test.test`])
    await make.user({ email, roles: [{ app_id: app, role_id: role.id }] })
  return { role, app }
}
const roleOf = async (app: number) =>
  (await send<{ role_id: number | null }>('GET', `system/app/${app}`, { as: root })).body.role_id

const question = (name: string) => screen.findByRole('alertdialog', { name })
async function askFor(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  return within(await question(`Delete ${name}?`))
}

describe('a deletion', () => {
  test('of one record names its dependents and the consequences, and can be undone from the toast', async () => {
    const { app } = await roleInUse('keepers')
    const { user } = await open('/roles')
    const asked = await askFor(user, 'keepers')
    const list = within(asked.getByRole('region', { name: 'In use' }))
    expect(list.getByText('1 app').parentElement?.textContent).toBe('1 app: keepers app')
    expect(list.getByText('2 users').parentElement?.textContent).toBe(
      '2 users: keepers-ada@test.test, keepers-bob@test.test',
    )
    list.getByText('Will lose the default role: requests with only the API key are rejected.')
    await user.click(asked.getByRole('button', { name: 'Delete role' }))
    await screen.findByText('Role successfully deleted.')
    expect(await roleOf(app)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Restored.')
    await screen.findByRole('link', { name: 'keepers' })
    expect(await roleOf(app)).not.toBeNull()
    const people = await send('GET', 'system/role?filter=name="keepers"&related=user_by_user_to_app_to_role', {
      as: root,
    })
    expect(people.body).toMatchObject({ resource: [{ user_by_user_to_app_to_role: [{}, {}] }] })
  })

  test('whose answer is lost reads the list again', async () => {
    for (const name of ['single', 'pair one', 'pair two']) await make.role({ name })
    const { user } = await open('/roles', (reach) => async (input, init) => {
      const answer = await reach(input, init)
      if (init?.method === 'DELETE') throw new TypeError('Failed to fetch')
      return answer
    })
    const cancelOnceLost = async (asked: ReturnType<typeof within>, gone: string) => {
      await asked.findByRole('alert')
      await user.click(asked.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('link', { name: gone })).toBeNull())
    }
    const asked = await askFor(user, 'single')
    await user.click(asked.getByRole('button', { name: 'Delete role' }))
    await cancelOnceLost(asked, 'single')
    for (const name of ['pair one', 'pair two'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const ofBoth = within(await question('Delete selected roles?'))
    await user.click(ofBoth.getByRole('button', { name: 'Delete 2 roles' }))
    await cancelOnceLost(ofBoth, 'pair one')
  })

  test('of several records names their dependents together, and restores all on undo', async () => {
    const names = ['first', 'second']
    for (const name of names) await roleInUse(name)
    const { user } = await open('/roles')
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const asked = within(await question('Delete selected roles?'))
    expect(asked.getByText('2 apps').parentElement?.textContent).toBe('2 apps: first app, second app')
    asked.getByText('4 users')
    await user.click(asked.getByRole('button', { name: 'Delete 2 roles' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('2 restored.')
    for (const name of names) await screen.findByRole('link', { name })
  })

  test('that the instance would reject needs only one confirmation', async () => {
    const sent = { name: 'needed', type: 'sqlite', config: { database: 'needed.sqlite' } }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body: sent })
    const service_id = made.body.resource[0].id
    const limit = { name: 'rate', type: 'instance.service', service_id, rate: 5, period: 'day' }
    await send('POST', 'system/limit', { as: root, body: { resource: [limit] } })
    const { user } = await open('/services')
    const asked = await askFor(user, 'needed')
    expect(asked.getByText('1 limit').parentElement?.textContent).toBe('1 limit: rate')
    await user.click(asked.getByRole('button', { name: 'Delete anyway' }))
    await screen.findByText('Service successfully deleted.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect((await send('GET', 'system/limit?filter=name="rate"', { as: root })).body).toMatchObject({
        resource: [{ name: 'rate' }],
      }),
    )
  })

  test("in an entry's editor names what depends on it", async () => {
    await send('POST', 'system/lookup', { as: root, body: { resource: [{ name: 'mail_host', value: 'h' }] } })
    const mail = { name: 'mailer', type: 'smtp_email', config: { host: '{mail_host}' } }
    await send('POST', 'system/service', { as: root, body: { resource: [mail] } })
    const { user } = await open('/config/lookup-keys')
    await user.click(await screen.findByRole('link', { name: /mail_host/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const asked = within(await question('Delete mail_host?'))
    expect(asked.getByText('1 service').parentElement?.textContent).toBe('1 service: mailer')
    await user.click(asked.getByRole('button', { name: /^Delete/ }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('Restored.')
  })
})

test('queries relations on servers without a list of dependents, and does not wait for one that rejects it', async () => {
  await roleInUse('foreign')
  const first = await open('/roles', withoutFeatures)
  const asked = await askFor(first.user, 'foreign')
  expect(asked.getByText('1 app').parentElement?.textContent).toBe('1 app: foreign app')
  await first.user.click(asked.getByRole('button', { name: 'Cancel' }))
  const refuses = rejectWith({ part: 'related=app_by_role_id', verb: 'GET' }, 400, 'Unknown relation.')
  const { user } = await open('/roles', (reach) => refuses(withoutFeatures(reach)))
  const plain = await askFor(user, 'foreign')
  expect(plain.queryByRole('region')).toBeNull()
  await user.click(plain.getByRole('button', { name: 'Delete role' }))
  await screen.findByText('Role successfully deleted.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('reports what could not be restored', async () => {
  await make.user({ email: 'gone@test.test', name: 'Gone User' })
  const { user } = await open('/users')
  await user.click(await screen.findByRole('button', { name: 'Actions for Gone User' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Restored. Secrets must be entered again: password.')
})

test('a rename of a service asks first, with what follows its new name, and what does not', async () => {
  const service = { name: 'till', label: 'Till', type: 'local_file', is_active: true, config: { container: 'till' } }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as: root,
    body: { resource: [service] },
  })
  const body = { type: 'nodejs', is_active: true, content: `platform.api.get('till/x')` }
  await send('POST', 'system/event_script/till.get.pre_process', { as: root, body })
  const { user } = await open(`/services/${made.body.resource[0].id}`)
  const name = await screen.findByLabelText(/^Namespace/)
  await user.clear(name)
  await user.type(name, 'counter')
  const save = async () => user.click(screen.getByRole('button', { name: 'Save' }))
  await save()
  const asked = within(await question('Rename till to counter?'))
  asked.getByText('Requests that use the name till will be rejected.')
  asked.getByText('Will follow the new name.')
  asked.getByText('The code may name it; look through it.')
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await save()
  await user.click(within(await question('Rename till to counter?')).getByRole('button', { name: 'Rename' }))
  await waitFor(async () => {
    const { status } = await send('GET', 'system/event_script/counter.get.pre_process', { as: root })
    expect(status).toBe(200)
  })
})
