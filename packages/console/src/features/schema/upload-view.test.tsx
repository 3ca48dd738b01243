import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { holdBack } from '../../testing/holding.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const field = [{ name: 'id', type: 'id' }]

test('requests and shows why a table is missing that the server skipped silently', async () => {
  const { user } = await visit(instance, '/schema/db/upload', {
    as: instance.root,
    through: (reach) => (input, init) => {
      const creates = String(input).includes('db/_schema') && init?.method === 'POST'
      const { resource = [] } = creates ? JSON.parse(String(init?.body)) : {}
      const bad = resource.some(({ name }: { name: string }) => name === 'bad')
      if (!bad) return reach(input, init)
      // In a list, a failed table is missing from the response; a single table is rejected with the reason.
      if (resource.length === 1)
        return Promise.resolve(
          Response.json({ error: { code: 400, message: 'The name is reserved.' } }, { status: 400 }),
        )
      const good = resource.filter(({ name }: { name: string }) => name !== 'bad')
      return reach(input, { ...init, body: JSON.stringify({ resource: good }) })
    },
  })
  typeCode(
    await codeEditor(),
    JSON.stringify({
      resource: [
        { name: 'good', field },
        { name: 'bad', field },
      ],
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('The server did not create: bad (The name is reserved.)')).length).toBeGreaterThan(
    0,
  )
})

test('creates the tables once, however often Save is pressed meanwhile', async () => {
  let created = 0
  const held = holdBack({ part: 'db/_schema?', verb: 'POST' })
  const { user, address } = await visit(instance, '/schema/db/upload', {
    as: instance.root,
    through: (reach) =>
      held.through((input, init) => {
        const creates = /db\/_schema\?(?!.*preview)/.test(String(input)) && init?.method === 'POST'
        if (creates) created += 1
        return reach(input, init)
      }),
  })
  typeCode(await codeEditor(), JSON.stringify({ resource: [{ name: 'once', field }] }))
  await user.keyboard('{Control>}s{/Control}')
  await user.keyboard('{Control>}s{/Control}')
  held.release()
  await waitFor(() => expect(address()).toBe('/schema/db/table/once'))
  expect(created).toBe(1)
})
