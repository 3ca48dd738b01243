import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { root: as, send } = instance

test('300 columns, a list of 100 values and names in other scripts can be filtered, opened and saved', async () => {
  const states = Array.from({ length: 100 }, (_, at) => `state ${at}`)
  const field = [
    { name: 'id', type: 'id' },
    { name: 'état', type: 'text', picklist: states, validation: { picklist: [] }, allow_null: true },
    ...['имя', '名前', 'اسم'].map((name) => ({ name, type: 'string', allow_null: true })),
    ...Array.from({ length: 295 }, (_, at) => ({ name: `c${at}`, type: 'integer', allow_null: true })),
  ]
  expect((await send('POST', 'db/_schema', { as, body: { resource: [{ name: 'wide', field }] } })).status).toBe(200)
  await send('POST', 'db/_table/wide', { as, body: { resource: [{ état: 'state 7', 名前: '太郎' }] } })

  const { user } = await visit(instance, '/data/db/wide?filter=名前:contains:太', { as })
  await screen.findByText(/^1 record/)
  const columns = await screen.findByLabelText<HTMLSelectElement>('Filter By')
  expect(columns.options).toHaveLength(field.length + 1)
  await user.selectOptions(columns, 'état')
  expect(screen.getByLabelText<HTMLSelectElement>('Value').options).toHaveLength(states.length + 1)

  await user.click(screen.getAllByRole('gridcell', { name: '1' })[0] ?? document.body)
  await user.keyboard('{Control>}{Enter}{/Control}')
  const form = within(await screen.findByRole('dialog'))
  await user.selectOptions(form.getByLabelText('État'), 'state 99')
  await user.type(form.getByLabelText('Имя'), 'Анна')
  await user.type(form.getByLabelText('C294'), '5')
  await user.keyboard('{Control>}s{/Control}')
  const stored = { état: 'state 99', имя: 'Анна', 名前: '太郎', اسم: null, c0: null, c294: 5 }
  await waitFor(async () => expect((await send('GET', 'db/_table/wide/1', { as })).body).toMatchObject(stored))
})

test('a value of a list is chosen in the grid by typing how it begins', async () => {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', picklist: ['new', 'in work', 'ready'], validation: { picklist: [] } },
  ]
  expect((await send('POST', 'db/_schema', { as, body: { resource: [{ name: 'job', field }] } })).status).toBe(200)
  await send('POST', 'db/_table/job', { as, body: { resource: [{ state: 'ready' }] } })
  const { user } = await visit(instance, '/data/db/job', { as })
  await user.click(await screen.findByRole('gridcell', { name: 'ready' }))
  await user.keyboard('in w{Enter}{Control>}s{/Control}')
  await waitFor(async () =>
    expect((await send('GET', 'db/_table/job/1', { as })).body).toMatchObject({ state: 'in work' }),
  )
})
