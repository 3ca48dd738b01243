import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const as = { as: instance.root }

async function made(name: string): Promise<number> {
  const record = { name, label: name, type: 'local_file', is_active: true, config: { container: name } }
  const body = { resource: [record] }
  const answer = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', { ...as, body })
  return answer.body.resource[0]?.id ?? 0
}
const stored = async (id: number) =>
  (await instance.send<{ name: string; aliases: string[] }>('GET', `system/service/${id}`, as)).body
const keeping = () => screen.queryByRole('checkbox', { name: 'Keep the old address' })

async function open(id: number, ...through: ReturnType<typeof respondWith>[]) {
  const page = await visit(instance, `/services/${id}`, {
    ...as,
    through: (reach) => through.reduce((reached, between) => between(reached), reach),
  })
  const name = await screen.findByLabelText<HTMLInputElement>(/^Namespace/)
  const rename = async (to: string) => {
    await page.user.clear(name)
    await page.user.type(name, to)
  }
  const save = async () => page.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...page, rename, save }
}

test('offers to keep no address on a server that has no aliases', async () => {
  const id = await made('plain')
  const environment = (await instance.send<{ platform: object }>('GET', 'system/environment', as)).body
  const bare = { ...environment, platform: { ...environment.platform, features: ['rename'] } }
  const { rename } = await open(id, respondWith({ part: '/system/environment' }, 200, bare))
  await rename('other')
  expect(keeping()).toBeNull()
})

test('keeps the old address of a renamed service only if asked to, and removes it again', async () => {
  const id = await made('till')
  const { user, rename, save } = await open(id)
  await rename('TILL')
  expect(keeping()).toBeNull()
  await rename('counter')
  const box = await screen.findByRole('checkbox', { name: 'Keep the old address' })
  expect(box).toHaveProperty('checked', false)
  await user.click(box)
  await rename('till')
  expect(keeping()).toBeNull()
  await rename('counter')
  await user.click(await screen.findByRole('checkbox', { name: 'Keep the old address' }))
  await save()
  const asked = within(await screen.findByRole('alertdialog', { name: 'Rename till to counter?' }))
  asked.getByText('Requests that use the name till will still reach it.')
  await user.click(asked.getByRole('button', { name: 'Rename' }))
  const old = within(await screen.findByRole('region', { name: 'Old addresses' }))
  await waitFor(async () => expect(await stored(id)).toMatchObject({ name: 'counter', aliases: ['till'] }))
  await user.click(await old.findByRole('button', { name: 'Remove till' }))
  old.getByText('After saving, requests to the old addresses are rejected.')
  await save()
  await waitFor(async () => expect(await stored(id)).toMatchObject({ aliases: [] }))
})

test('says whose alias a name is', async () => {
  const id = await made('shop')
  await instance.send('PATCH', `system/service/${id}`, { ...as, body: { aliases: ['stall'] } })
  const { rename, save, user } = await open(await made('kiosk'))
  await rename('stall')
  await save()
  await user.click(await screen.findByRole('button', { name: 'Rename' }))
  await screen.findByText("'stall' is an alias of the service 'shop'. Remove it there first.")
})
