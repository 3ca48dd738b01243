import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseService } from '../../testing/choose-service.ts'
import { visit } from '../../testing/render-route.tsx'

type App = Record<string, unknown> & { id: number; name: string; api_key: string }

async function openApp(app: object | null, options: Partial<Parameters<typeof visit>[2]> = {}) {
  const instance = await testInstance()
  const as = { as: instance.root }
  const roleId = (await instance.make.role({ name: 'Readers' })).id
  const made =
    app &&
    (await instance.send<{ resource: App[] }>('POST', 'system/app?fields=*', { ...as, body: { resource: [app] } })).body
      .resource[0]
  const page = await visit(instance, made ? `/apps/${made.id}` : '/apps/new', { ...as, ...options })
  await screen.findByLabelText(/^Application Name/)
  const read = async (name: string) =>
    (await instance.send<{ resource: App[] }>('GET', `system/app?filter=name='${name}'`, as)).body.resource[0]
  return { instance, read, roleId, id: made?.id ?? 0, key: made?.api_key ?? '', ...page }
}
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const panel = () => within(screen.getByRole('dialog', { name: /App|Shop/ }))
const save = () => screen.getByRole('button', { name: 'Save' })

test('sends nothing without a name, or without the fields of the location', async () => {
  const { user } = await openApp(null)
  await user.click(screen.getByLabelText('On a remote URL.'))
  await user.click(save())
  expect(await screen.findByText('Application Name is required.')).toBeTruthy()
  expect(screen.getByText('URL to Application is required.')).toBeTruthy()
  await user.click(screen.getByLabelText('On this web server.'))
  await user.click(save())
  expect(await screen.findByText('Path to Application is required.')).toBeTruthy()
})

test('shows a duplicate name under its field', async () => {
  const { user } = await openApp(null)
  await user.type(await field(/^Application Name/), 'admin')
  await user.click(save())
  await waitFor(() => expect(screen.getByLabelText(/^Application Name/).getAttribute('aria-invalid')).toBe('true'))
})

test('offers the locations in order, and shows the fields that each needs', async () => {
  const { user } = await openApp(null)
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['0', '1', '3', '2'])
  expect(screen.getByLabelText<HTMLInputElement>(/^No Storage Required/).checked).toBe(true)
  expect(screen.queryByLabelText('Storage Folder')).toBeNull()
  await user.click(screen.getByLabelText('On a provisioned file storage service.'))
  expect((await field('Storage Folder')).value).toBe('applications')
  expect(screen.getByLabelText('Storage Service')).toBeTruthy()
  expect(screen.getByLabelText('Launch Path')).toBeTruthy()
  await user.click(screen.getByLabelText('On this web server.'))
  await user.type(await field(/^Path to Application/), '/shop//index.html')
  expect(screen.queryByLabelText('Storage Folder')).toBeNull()
  // The URL that the instance returns for the console's app, with the origin of the request.
  expect(screen.getByText('http://localhost/shop/index.html')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy: launch address' }))
  expect(await navigator.clipboard.readText()).toBe('http://localhost/shop/index.html')
})

test('behind a reverse proxy, shows the launch URL of the instance, and the form updates it with the same origin', async () => {
  const shop = { name: 'Shop', type: 3, path: 'shop/index.html' }
  const { user } = await openApp(shop, {
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      const text = (await answer.clone().text()).replaceAll('http://localhost:80', 'https://far.example.test')
      return new Response(text, { status: answer.status, headers: answer.headers })
    },
  })
  expect(await screen.findByText('https://far.example.test/shop/index.html')).toBeTruthy()
  await user.type(await field(/^Path to Application/), 'l')
  expect(screen.getByText('https://far.example.test/shop/index.htmll')).toBeTruthy()
})

test('offers the folders of the service as the folder of an app', async () => {
  const { instance, user } = await openApp(null)
  await instance.send('POST', 'files/shops/corner/', { as: instance.root })
  await user.click(screen.getByLabelText('On a provisioned file storage service.'))
  await chooseService(user, 'Storage Service', 'No Storage Service Selected')
  expect(screen.queryByRole('button', { name: 'Choose a folder' })).toBeNull()
  await chooseService(user, 'Storage Service', 'files')
  await user.click(await screen.findByRole('button', { name: 'Choose a folder' }))
  const chooser = within(await screen.findByRole('dialog', { name: 'Folder of the app' }))
  const shops = await chooser.findByRole('treeitem', { name: 'shops' })
  const [service] = chooser.getAllByRole('treeitem')
  expect(service?.querySelector('[class*="icon-server"]')).not.toBeNull()
  expect(shops.querySelector('[class*="icon-folder"]')).not.toBeNull()
  await user.click(shops)
  await user.keyboard('{ArrowRight}')
  await user.click(await chooser.findByRole('treeitem', { name: 'corner' }))
  await user.click(chooser.getByRole('button', { name: 'Choose folder' }))
  expect((await field('Storage Folder')).value).toBe('shops/corner')
  expect(screen.queryByRole('dialog', { name: 'Folder of the app' })).toBeNull()
})

test.each(['MouseLeft', 'TouchA'])(
  'chooses the role that %s presses, although other results arrive meanwhile',
  async (pointer) => {
    const pressed = Promise.withResolvers<void>()
    const { user } = await openApp(null, {
      through: (reach) => async (input, init) => {
        if (String(input).includes('nobody')) await pressed.promise
        return reach(input, init)
      },
    })
    await user.click(screen.getByRole('button', { name: /^Assign a Default Role/ }))
    await user.type(await screen.findByRole('combobox', { name: 'Search roles' }), 'nobody')
    const option = screen.getByRole('option', { name: /Readers/ })
    await user.pointer({ keys: `[${pointer}>]`, target: option })
    pressed.resolve()
    await screen.findByText('No roles match “nobody”.')
    await user.pointer({ keys: `[/${pointer}]`, target: option })
    expect(await screen.findByRole('button', { name: /^Assign a Default Role.*Readers/ })).toBeTruthy()
  },
)

test('saves a new app with a role and gets a key', async () => {
  const { user, read, roleId, address } = await openApp(null)
  await user.type(await field(/^Application Name/), 'Shop')
  expect((await field('Active')).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Assign a Default Role/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Search roles' }), 'read')
  const create = screen.getByRole('link', { name: 'Create in a new tab' })
  expect([create.getAttribute('href'), create.getAttribute('target')]).toEqual(['/roles/new', '_blank'])
  await user.click(await screen.findByRole('option', { name: /Readers/ }))
  await user.click(save())
  expect(await screen.findByText('Shop saved successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/apps'))
  expect(await read('Shop')).toMatchObject({ type: 0, is_active: true, role_id: roleId, api_key: /./ })
})

test('closes an unchanged form without confirmation', async () => {
  const { user, address } = await openApp(null)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/apps'))
})

test('saves changes under the app’s own name, and removes its role', async () => {
  const { user, instance, id, roleId, read } = await openApp({ name: 'Shop', description: 'old' })
  await instance.send('PATCH', `system/app/${id}`, { as: instance.root, body: { role_id: roleId } })
  await user.clear(await field('Description'))
  await user.type(await field('Description'), 'new')
  await user.click(save())
  expect(await screen.findByText('Someone else changed this app while you were editing it.')).toBeTruthy()
  expect(panel().getByText('Readers')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save these choices' }))
  expect(await screen.findByText('Shop updated successfully.')).toBeTruthy()
  expect(await read('Shop')).toMatchObject({ description: 'new', role_id: roleId })
})

test('replaces a key only after confirmation, and can save the input afterwards', async () => {
  const { user, key, read } = await openApp({ name: 'Shop' })
  const before = await read('admin')
  expect(panel().getByText(key)).toBeTruthy()
  await user.type(await field('Description'), 'typed before')
  await user.click(screen.getByRole('button', { name: 'Regenerate' }))
  const question = await screen.findByRole('alertdialog', { name: 'Regenerate the API key of Shop?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await read('Shop')).toMatchObject({ api_key: key })
  await user.click(screen.getByRole('button', { name: 'Regenerate' }))
  await user.click(await screen.findByRole('button', { name: 'Regenerate key' }))
  expect(await screen.findByText('Shop has a new API key.')).toBeTruthy()
  const after = (await read('Shop'))?.api_key ?? ''
  expect(after).not.toBe(key)
  expect(await panel().findByText(after)).toBeTruthy()
  expect((await read('admin'))?.api_key).toBe(before?.api_key)
  await user.click(save())
  expect(await screen.findByText('Shop updated successfully.')).toBeTruthy()
  expect(await read('Shop')).toMatchObject({ description: 'typed before', api_key: after })
})

test('sends the new key to a server that may confuse apps when it generates one', async () => {
  const asked: [string, unknown][] = []
  const { user, key, read } = await openApp(
    { name: 'Shop' },
    {
      through: (reach) => async (input, init) => {
        if (init?.method === 'PATCH') asked.push([String(input), init.body])
        const answer = await reach(input, init)
        if (!String(input).includes('/environment')) return answer
        const { features, ...platform } = (await answer.clone().json()).platform
        return Response.json({ ...(await answer.json()), platform })
      },
    },
  )
  await user.click(screen.getByRole('button', { name: 'Regenerate' }))
  await user.click(await screen.findByRole('button', { name: 'Regenerate key' }))
  expect(await screen.findByText('Shop has a new API key.')).toBeTruthy()
  expect(asked[0]?.[0]).not.toContain('regenerate')
  expect((await read('Shop'))?.api_key).toMatch(/^[0-9a-f]{64}$/)
  expect((await read('Shop'))?.api_key).not.toBe(key)
})

test('starts a copy with another name and without a key', async () => {
  const { user, instance, id, key, read } = await openApp({ name: 'Shop', type: 2, url: 'https://shop.test' })
  await visit(instance, `/apps/new?copy=${id}`, { as: instance.root })
  await waitFor(async () => expect((await field(/^Application Name/)).value).toBe('Shop copy'))
  expect(panel().queryByText(key)).toBeNull()
  await user.click(save())
  expect(await screen.findByText('Shop copy saved successfully.')).toBeTruthy()
  expect(await read('Shop copy')).toMatchObject({ url: 'https://shop.test' })
})

test('stays usable if the file services cannot be loaded', async () => {
  const { user } = await openApp(null, {
    through: (reach) => (input, init) =>
      String(input).includes('group=file')
        ? Promise.resolve(Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 }))
        : reach(input, init),
  })
  await user.click(screen.getByLabelText('On a provisioned file storage service.'))
  expect(await screen.findByText('Could not load the file services.')).toBeTruthy()
})

test('rotates the key, shows the new one once, and keeps what is being edited', async () => {
  const { user, key, instance, id } = await openApp({
    name: 'Shop',
    is_active: true,
    expires_at: '2999-01-31T12:00:00Z',
    kind: 'agent',
  })
  expect((await field('Ends')).value).toMatch(/^2999-0[12]-\d\dT/)
  expect((await field('Kind')).value).toBe('agent')
  await user.click(screen.getByLabelText(/^Allow the key to rotate itself/))
  await user.click(screen.getByRole('button', { name: 'Rotate…' }))
  await user.click(await screen.findByRole('button', { name: 'Rotate key' }))
  const shown = within(await screen.findByRole('dialog', { name: 'New API key of Shop' }))
  const made = shown.getByText(/^[0-9a-f]{64}$/).textContent
  for (const each of [key, made]) {
    expect((await instance.send('GET', 'system/environment', { key: String(each) })).status).toBe(200)
  }
  await user.click(shown.getByRole('button', { name: 'I have copied it' }))
  expect(await screen.findByText(/^Previous key ends/)).toBeTruthy()
  expect(document.body.textContent).not.toContain(made)
  await user.click(save())
  expect(await screen.findByText('Shop updated successfully.')).toBeTruthy()
  expect((await instance.send('GET', `system/app/${id}`, { as: instance.root })).body).toMatchObject({
    self_rotate: true,
    expires_at: '2999-01-31T12:00:00.000000Z',
    kind: 'agent',
    key_hidden: true,
  })
})
