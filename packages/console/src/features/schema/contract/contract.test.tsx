import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { respondWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'
import { changeInWords } from './contract-calls.ts'

const instance = sharedInstance()
const { root, send } = instance

const id = { name: 'id', type: 'id' }
beforeAll(() =>
  send('POST', 'db/_schema', {
    as: root,
    body: { resource: [{ name: 'contact', field: [id, { name: 'email', type: 'string', length: 80 }] }] },
  }),
)

const foreign = respondWith({ part: 'system/environment' }, 200, { apps: [{ id: 1, name: 'admin', url: '' }] })

test('shows no contract button on a server without contracts', async () => {
  await visit(instance, '/schema/db/table/contact', { as: root, through: foreign })
  expect(await screen.findByRole('button', { name: 'Drop' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Contract' })).toBeNull()
})

test('locks a table, describes its changes and accepts them after confirmation', async () => {
  const { user } = await visit(instance, '/schema/db/table/contact', { as: root })
  await user.click(await screen.findByRole('button', { name: 'Contract' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Contract of contact' }))
  await user.click(await panel.findByRole('button', { name: 'Lock this shape' }))
  expect(await panel.findByText('Unchanged')).toBeTruthy()

  await user.click(panel.getByRole('radio', { name: /Locked; harmless changes/ }))
  await user.click(await panel.findByRole('radio', { name: 'Requests see the locked shapes' }))
  await screen.findByText('Contract of db saved.')

  await send('DELETE', 'db/_schema/contact/_field/email', { as: root })
  await user.click(panel.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Contract' }))
  const again = within(await screen.findByRole('dialog', { name: 'Contract of contact' }))
  expect(await again.findByText('Field email was removed (string).')).toBeTruthy()
  await user.click(again.getByRole('button', { name: 'Lock the new shape' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Lock the new shape' }))
  expect(await again.findByText('Unchanged')).toBeTruthy()
  await user.click(await again.findByRole('button', { name: 'Accept harmless changes' }))
  await screen.findByText('0 tables were locked again.')
  await user.click(again.getByRole('button', { name: 'Unlock' }))
  expect(await again.findByRole('button', { name: 'Lock this shape' })).toBeTruthy()
})

test.each([
  ['field.length_reduced', 'fields.name', { from: 40, to: 20 }, 'Field name: length reduced, 40 → 20.'],
  [
    'field.nullable_tightened',
    'fields.name.allow_null',
    { from: true, to: false },
    'Field name no longer accepts null.',
  ],
  ['primary_key.changed', 'primary_key', { from: ['id'], to: [] }, 'The primary key is nothing instead of id.'],
  ['relationship.removed', 'relationships.orders', {}, 'Relationship orders was removed.'],
  ['something.new', 'other', { from: {}, to: {} }, 'The table: new.'],
])('describes %s in a sentence', (kind, path, detail, sentence) => {
  expect(changeInWords({ severity: 'breaking', kind, path, detail, table: 'contact' })).toBe(sentence)
})
