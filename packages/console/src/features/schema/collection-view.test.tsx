import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { codeEditor } from '../../testing/code-editor.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()

const field = (name: string, more: object = {}) => ({ name, label: name, type: 'string', db_type: 'string', ...more })
const letters = {
  name: 'letter',
  label: 'letter',
  primary_key: ['_id'],
  field: [
    field('_id', { is_primary_key: true, nested: [] }),
    field('to', { type: 'json', db_type: 'json|string', nested: [field('to.city'), field('to.city.zip')] }),
  ],
  related: [],
}

test('shows the discovered fields of a document collection, nested ones too, and offers no changes', async () => {
  const answers = respondWith({ part: 'db/_schema/letter' }, 200, letters)
  const { user } = await visit(instance, '/schema/db/table/letter', { as: instance.root, through: answers })
  const table = within(await screen.findByRole('table', { name: 'Fields' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'NameTypeConstraints',
    '_idstringPrimary Key',
    'tojson, string',
    'to.citystring',
    'to.city.zipstring',
  ])
  for (const name of ['Add Field', 'Add Virtual Relationship', 'Contract', 'Save'])
    expect(screen.queryByRole('button', { name })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(await codeEditor()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fields' }))
  expect(screen.getByRole('button', { name: 'Drop' })).toBeTruthy()
})
