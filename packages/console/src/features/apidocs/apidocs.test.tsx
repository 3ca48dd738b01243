import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { codeEditor } from '../../testing/code-editor.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const as = instance.root

const petShop = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1', description: '<b>All</b> of them' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        summary: 'Read a pet',
        parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
        responses: { 200: { description: 'A pet', schema: { $ref: '#/definitions/Pet' } } },
      },
    },
  },
  definitions: {
    Pet: { type: 'object', properties: { name: { type: 'string' }, mother: { $ref: '#/definitions/Pet' } } },
  },
}

test('shows that a service does not exist, or has no description', async () => {
  await visit(instance, '/apidocs/nothing', { as })
  expect(await screen.findByText('There is no service named nothing.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Sample Database/ }).getAttribute('href')).toBe('/apidocs/sample')
  await visit(instance, '/apidocs/sample', {
    as,
    through: rejectWith({ part: 'api_docs/sample' }, 503, 'It has none.'),
  })
  expect(await screen.findByText('This service has no API description yet.')).toBeTruthy()
  await visit(instance, '/apidocs/sample', { as, through: respondWith({ part: 'api_docs/sample' }, 200, '<html>') })
  expect(await screen.findByText(/is not an OpenAPI document/)).toBeTruthy()
})

test('offers forms of the description for assistants, where the server lists their URL', async () => {
  const { user } = await visit(instance, '/apidocs/sample', { as })
  await user.click(await screen.findByRole('button', { name: 'Copy data model' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('"tables":{'))
  expect(await navigator.clipboard.readText()).not.toContain('sample_data')
  await user.click(screen.getByRole('button', { name: 'Copy compact form' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('"endpoint_count"'))
  const link = screen.getByRole('button', { name: 'Copy: For assistants' })
  await user.click(link)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/\/api\/v2\/sample\/_spec$/))
})

test('an operation of a table stays with the table while it is tried and copied', async () => {
  const { user, address } = await visit(instance, '/apidocs/sample?component=_table/tag', { as })
  await user.click(await screen.findByRole('link', { name: /List records of tag/ }))
  for (const [tab, view] of [
    ['Try it', 'try'],
    ['Code', 'code'],
  ] as const) {
    await user.click(await screen.findByRole('tab', { name: tab }))
    await waitFor(() => expect(address()).toContain(`view=${view}`))
    expect(decodeURIComponent(address())).toContain('component=_table/tag')
  }
  await user.click(screen.getByRole('tab', { name: 'Reference' }))
  await waitFor(() => expect(address()).not.toContain('view='))
  expect(decodeURIComponent(address())).toContain('component=_table/tag')
})

test.for(['admin', 'api_docs'])(
  'shows people without administrative access what their role in the app %s allows',
  async (name) => {
    const service_id = await instance.make.serviceId('sample')
    const access = [{ service_id, component: '_table/tag', verbs: ['GET'] }] as const
    const role = await instance.make.role({ access })
    const { body } = await instance.send<{ resource: { id: number; name: string; api_key: string }[] }>(
      'GET',
      'system/app',
      { as },
    )
    const app = (wanted: string) => body.resource.find((each) => each.name === wanted)
    const person = await instance.make.user({ roles: [{ app_id: app(name)?.id ?? 0, role_id: role.id }] })
    const settings = { apiKey: app('admin')?.api_key ?? '' }
    await visit(instance, '/apidocs/sample', { as: person, kind: 'user', settings })
    const list = await screen.findByRole('navigation', { name: 'Operations' })
    await within(list).findByText('2 operations')
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/apidocs/sample/getSampleTagRecords', '/apidocs/sample/getSampleRecords'])
    const nav = within(screen.getByRole('navigation', { name: 'Tabs' }))
    const tabs = within(nav.getByRole('list')).getAllByRole('link')
    if (name === 'api_docs') expect(tabs.map(({ textContent }) => textContent)).toEqual(['API Docs'])
    else expect(tabs.length).toBeGreaterThan(5)
  },
)

test('requests OpenAPI 3.1 only from a server that announces it', async () => {
  for (const [features, query] of [
    [['api-docs-3.1'], '?openapi=3.1'],
    [[], ''],
  ] as const) {
    const asked: string[] = []
    const environment = {
      ...(await instance.send<object>('GET', 'system/environment', { as })).body,
      platform: { features },
    }
    await visit(instance, '/apidocs/db', {
      as,
      through: (reach) => (input, init) => {
        if (String(input).includes('api_docs/db')) asked.push(String(input))
        return respondWith({ part: 'system/environment' }, 200, environment)(reach)(input, init)
      },
    })
    await screen.findByRole('navigation', { name: 'Operations' })
    expect(asked.map((address) => address.replace(/^.*api_docs\/db/, ''))).toEqual([query])
  }
})

test('shows all services, and parses old documents, on a server without a list of documents', async () => {
  const { user, address } = await visit(instance, '/apidocs/sample', {
    as,
    through: (reach) =>
      rejectWith(
        { part: 'api_docs?as_list' },
        404,
        'Nothing here.',
      )(respondWith({ part: 'api_docs/sample' }, 200, petShop)(reach)),
  })
  expect(await screen.findByText('<b>All</b> of them')).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'GET Read a pet /pets/{id}' }))
  expect(await screen.findByRole('heading', { name: 'Read a pet' })).toBeTruthy()
  expect(address()).toBe('/apidocs/sample/getPet')
  const mother = await screen.findByRole('button', { name: /^mother/ })
  await user.click(mother)
  expect(screen.getAllByRole('button', { name: /^mother/ })).toHaveLength(2)
})

test('groups operations by table, with their titles, and skips group headings on keyboard navigation', async () => {
  const { user, address } = await visit(instance, '/apidocs/sample', { as })
  const list = await screen.findByRole('navigation', { name: 'Operations' })
  const shown = within(list)
  await shown.findByText('contact')
  await user.click(shown.getByRole('link', { name: 'GET List records of contact /_table/contact' }))
  await waitFor(() => expect(address()).toBe('/apidocs/sample/getSampleContactRecords'))
  shown.getByRole('link', { current: 'page' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('GET List tables /_table')
  await user.keyboard('{Home}')
  expect(document.activeElement?.textContent).toMatch(/^GET List the resources/)
})

test('makes no call without its required values, and shows an error response like any other', async () => {
  const { user } = await visit(instance, '/apidocs/sample/getSampleTagRecord?view=try', { as })
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('id is required.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^id ?\(required\)/ }), '99999')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const response = await screen.findByRole('region', { name: 'Response' })
  expect(await within(response).findByText(/^404/)).toBeTruthy()
  const view = await codeEditor()
  await waitFor(() => expect(view.state.doc.toString()).toContain('"message"'))
})
