import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send, make } = instance
const open = (path: string) => visit(instance, path, { as: root })

type Page = Awaited<ReturnType<typeof open>>
const press = async ({ user }: Page, name: string) => user.click(await screen.findByRole('button', { name }))
const tick = async ({ user }: Page) => user.click(await screen.findByLabelText('Active'))
const type = async ({ user }: Page, label: RegExp, text: string) => user.type(await screen.findByLabelText(label), text)
const scriptName = 'db.get.post_process'

interface Created {
  readonly name: string
  /** The consequence of it being inactive. */
  readonly told: string
  /** Opens the form of a new record, which will be inactive, and fills it in. */
  readonly fill: () => Promise<Page>
  /** Path for reading the stored record. */
  readonly stored: string
}

const created: Readonly<Record<string, Created>> = {
  'a role': {
    name: 'Sleepers',
    told: 'Requests that rely on it are rejected with 403.',
    stored: 'system/role?filter=name="Sleepers"',
    fill: async () => {
      const page = await open('/roles/new')
      await type(page, /^Name/, 'Sleepers')
      return page
    },
  },
  'a limit': {
    name: 'Slow',
    told: 'It has no effect until it is active.',
    stored: 'system/limit?filter=name="Slow"',
    fill: async () => {
      const page = await open('/limits/new')
      await type(page, /^Limit Name/, 'Slow')
      await page.user.selectOptions(screen.getByLabelText(/^Limit Type/), 'instance')
      await type(page, /^Limit Rate/, '5')
      await page.user.selectOptions(screen.getByLabelText(/^Limit Period/), 'hour')
      await tick(page)
      return page
    },
  },
  'an app': {
    name: 'Till',
    told: 'Requests with its API key are rejected.',
    stored: 'system/app?filter=name="Till"',
    fill: async () => {
      const page = await open('/apps/new')
      await type(page, /^Application Name/, 'Till')
      await tick(page)
      return page
    },
  },
  'a service': {
    name: 'mail',
    told: 'Requests to it are rejected until it is active.',
    stored: 'system/service?filter=name="mail"',
    fill: async () => {
      const page = await open('/services/new?type=smtp_email')
      await type(page, /^Label/, 'Mail')
      await tick(page)
      await page.user.click(screen.getByRole('tab', { name: /^Config/ }))
      await type(page, /^Host/, 'mail.test')
      return page
    },
  },
  'a copy of a task': {
    name: 'Nightly copy',
    told: 'It does not run on schedule until it is active.',
    stored: 'system/scheduler?filter=name="Nightly copy"',
    fill: async () => {
      const record = { name: 'Nightly', service_id: 1, component: 'environment', verb_mask: 1, frequency: 60 }
      const { body } = await send<{ resource: { id: number }[] }>('POST', 'system/scheduler', {
        as: root,
        body: { resource: [{ ...record, is_active: true }] },
      })
      const page = await open(`/scheduler/new?copy=${body.resource[0]?.id}`)
      await screen.findByDisplayValue('Nightly copy')
      return page
    },
  },
  'a script': {
    name: scriptName,
    told: 'The script no longer runs.',
    stored: `system/event_script?filter=name="${scriptName}"`,
    fill: () => open(`/scripts/${scriptName}`),
  },
}

describe('a new record', () => {
  test.each(Object.entries(created))(
    'is reported as inactive and can be activated: %s',
    async (_what, { name, told, stored, fill }) => {
      const page = await fill()
      await press(page, 'Save')
      await screen.findByText(`${name} is inactive. ${told}`)
      await press(page, 'Activate')
      await screen.findByText(`${name} is active now.`)
      expect((await send('GET', stored, { as: root })).body).toMatchObject({ resource: [{ is_active: true }] })
    },
  )

  test('stays in its open form when it is activated, with the input since', async () => {
    const name = 'db.post.post_process'
    const page = await open(`/scripts/${name}`)
    await press(page, 'Save')
    await screen.findByText(`${name} is inactive. The script no longer runs.`)
    await page.user.click(screen.getByLabelText(/^Allow script to modify/))
    await press(page, 'Activate')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Active').checked).toBe(true))
    screen.getByText('Not saved yet: Allow modification')
    await press(page, 'Save')
    await waitFor(async () =>
      expect((await send('GET', `system/event_script/${name}`, { as: root })).body).toMatchObject({
        is_active: true,
        allow_event_modification: true,
      }),
    )
  })

  test('is not reported if it is active', async () => {
    const page = await open('/roles/new')
    await type(page, /^Name/, 'Wakers')
    await tick(page)
    await press(page, 'Save')
    await screen.findByText('Role saved successfully.')
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  })
})

test('marks an inactive role in pickers and where it is selected', async () => {
  await send('POST', 'system/role', { as: root, body: { resource: [{ name: 'Dozers', is_active: false }] } })
  await make.role({ name: 'Readers' })
  const { user } = await open('/apps/new')
  await user.click(await screen.findByRole('button', { name: /Assign a Default Role/ }))
  const option = await screen.findByRole('option', { name: /Dozers/ })
  expect(option.textContent).toContain('Inactive')
  expect((await screen.findByRole('option', { name: /Readers/ })).textContent).not.toContain('Inactive')
  await user.click(option)
  await waitFor(() => screen.getByText(/^This role is inactive/))
})
