import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { TabName } from '../app/tabs.ts'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const locked = (path: string) => visit(instance, path, { as: root, settings: { readOnly: true, name: 'Production' } })

const made = async (collection: string, record: object) => {
  const { status, body } = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: root,
    body: { resource: [record] },
  })
  expect({ collection, status }).toEqual({ collection, status: 201 })
  return body.resource[0]?.id ?? 0
}

let ids: Readonly<
  Record<'role' | 'user' | 'app' | 'service' | 'cors' | 'lookup' | 'template' | 'limit' | 'task', number>
>

beforeAll(async () => {
  const table = {
    name: 'tool',
    label: 'Tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
      { name: 'bought', type: 'date', allow_null: true },
      { name: 'sound', type: 'boolean', allow_null: true },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })).status).toBe(200)
  await send('POST', 'db/_table/tool', { as: root, body: { resource: [{ name: 'hammer' }] } })
  await send('POST', 'files/a.txt', { as: root, body: 'text' })
  const script = { type: 'nodejs', is_active: true, content: 'return 1' }
  await send('POST', 'system/event_script/db._table.tool.get.pre_process', { as: root, body: script })
  const { body } = await send<{ resource: { id: number }[] }>('GET', 'system/email_template?limit=1', { as: root })
  const rule = { service_id: null, component: '*', verb_mask: 3, requestor_mask: 3 }
  const service = await made('service', {
    name: 'shop',
    label: 'Shop',
    type: 'rws',
    config: { base_url: 'http://shop.test', headers: [{ name: 'a', value: 'b', verb: ['GET'] }] },
  })
  const role = await made('role', { name: 'clerk', is_active: true, role_service_access_by_role_id: [rule] })
  const app = await made('app', { name: 'till', is_active: true, type: 1, role_id: role })
  ids = {
    role,
    app,
    service,
    user: await made('user', {
      email: 'a@b.test',
      name: 'A',
      user_to_app_to_role_by_user_id: [{ app_id: app, role_id: role }],
      lookup_by_user_id: [{ name: 'key', value: 'value' }],
    }),
    cors: await made('cors', { path: 'a/*', origin: '*', method: ['GET'] }),
    lookup: await made('lookup', { name: 'key', value: 'value' }),
    template: body.resource[0]?.id ?? 0,
    limit: await made('limit', { name: 'few', type: 'instance', rate: 5, period: 'minute' }),
    task: await made('scheduler', { name: 'nightly', service_id: service, component: '*', frequency: 5 }),
  }
})

/** Every tab, with its forms. */
const pages: Readonly<Record<TabName, () => readonly string[]>> = {
  home: () => ['/home'],
  services: () => ['/services', `/services/${ids.service}`],
  apps: () => ['/apps', `/apps/${ids.app}`, '/apps/new'],
  admins: () => ['/admins', '/admins/1', '/admins/new'],
  users: () => ['/users', `/users/${ids.user}`, '/users/new'],
  roles: () => ['/roles', `/roles/${ids.role}`, '/roles/new'],
  apidocs: () => ['/apidocs'],
  schema: () => ['/schema/db', '/schema/db/table/tool', '/schema/db/table/tool/field/name', '/schema/db/upload'],
  data: () => ['/data/db', '/data/db/tool', '/data/db/tool?record=1', '/data/db/tool?record=new'],
  files: () => ['/file-manager?path=/files/', '/file-manager?path=/files/&file=a.txt'],
  scripts: () => ['/scripts', '/scripts/db._table.tool.get.pre_process'],
  'custom-apis': () => ['/custom-apis'],
  config: () => [
    '/config',
    '/config/cache',
    `/config/cors/${ids.cors}`,
    '/config/cors/new-1',
    `/config/email-templates/${ids.template}`,
    `/config/lookup-keys/${ids.lookup}`,
    '/config/two-step',
  ],
  packages: () => ['/package-manager'],
  limits: () => ['/limits', `/limits/${ids.limit}`, '/limits/new'],
  scheduler: () => ['/scheduler', `/scheduler/${ids.task}`, '/scheduler/new'],
  reports: () => ['/reports', '/reports/audit', '/reports/requests'],
}

/** Controls that only choose what is displayed. */
const showing =
  /^(Page|Rows.*|Go to row|Select .*|Choose all.*|Search.*|Service|Table|Rules|Matrix|Fields|Toggle All|What happens|When it runs|With scripts only|Include console requests|1h|24h|7d|30d|Other…)$/
/** Names of buttons that change something. */
const changing =
  /^(Add( |$)|Create|Delete|Remove|Save|Update|Import|Upload|Browse|Choose a file|Regenerate|Flush|Send Invite|Reset|Run|Take away|Set |Link|Unlink|Drop|Revoke|From a file|Select all|Copy rules|Record events|Look up|Pick|New( |$))/i

/** Names of the controls on the current page that could change something. */
function changeable(): readonly string[] {
  const place = document.querySelector('main')
  const fields = [...(place?.querySelectorAll<HTMLInputElement>('input, textarea, select, .cm-content') ?? [])]
  const open = fields.filter(
    (field) =>
      !field.matches(
        '[readonly], :disabled, [aria-readonly="true"], [type="search"], [hidden], [type="file"][tabindex="-1"]',
      ) &&
      field.getAttribute('aria-hidden') !== 'true' &&
      field.closest('[inert]') === null &&
      !showing.test(nameOf(field)),
  )
  const buttons = [...(place?.querySelectorAll('button:not([role])') ?? [])].filter(
    (button) =>
      changing.test(nameOf(button)) &&
      button.closest('[inert]') === null &&
      !button.matches('[aria-disabled="true"], :disabled'),
  )
  return [...open, ...buttons].map((one) => `${one.tagName.toLowerCase()} ${nameOf(one)}`)
}

function nameOf(element: Element): string {
  const hasLabel = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  const label = hasLabel ? element.labels?.[0] : undefined
  return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '').trim()
}

test.each(Object.keys(pages) as TabName[])(
  'allows no changes on the tab %s while the console is locked',
  async (name) => {
    for (const path of pages[name]()) {
      const { queryClient } = await locked(path)
      await waitFor(() => expect(screen.queryAllByRole('heading', { level: 1 })).toHaveLength(1))
      const settled = () =>
        waitFor(() =>
          expect([queryClient.isFetching(), document.querySelector('[aria-busy="true"]')]).toEqual([0, null]),
        )
      await settled()
      expect({ path, changeable: changeable() }).toEqual({ path, changeable: [] })
      for (const tab of screen.queryAllByRole('tab')) {
        fireEvent.click(tab)
        await settled()
        expect({ path, tab: tab.textContent, changeable: changeable() }).toEqual({
          path,
          tab: tab.textContent,
          changeable: [],
        })
      }
    }
  },
)

test('allows selecting and copying a form value, and explains why a button does nothing', async () => {
  const { user } = await locked(`/roles/${ids.role}`)
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/)
  await user.tripleClick(name)
  expect(name.value.slice(name.selectionStart ?? 0, name.selectionEnd ?? 0)).toBe('clerk')
  await user.type(name, 'x')
  expect(name.value).toBe('clerk')
  const active = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Active' })
  await user.click(active)
  expect(active.checked).toBe(true)
  await user.click(screen.getByRole('tab', { name: /Access/ }))
  await user.click(await screen.findByRole('radio', { name: 'Rules' }))
  await user.click(await screen.findByRole('button', { name: 'Add rule' }))
  expect((await screen.findByRole('tooltip')).textContent).toContain('Production is locked read-only')
})

test('does not open grid cells, and ignores typing and pasting', async () => {
  const { user } = await locked('/data/db/tool')
  await user.click(await screen.findByRole('gridcell', { name: 'hammer' }))
  await user.keyboard('x{Enter}')
  await user.paste('nail')
  await user.keyboard('{Delete}')
  expect(screen.queryByText(/unsaved/)).toBeNull()
  screen.getByRole('gridcell', { name: 'hammer' })
})

test('still navigates from a trigger to the scripts of other tables and services', async () => {
  await locked('/scripts/db._table.tool.get.pre_process')
  expect((await screen.findByRole('button', { name: /^Service:/ })).hasAttribute('aria-disabled')).toBe(false)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Table' }).disabled).toBe(false)
})
