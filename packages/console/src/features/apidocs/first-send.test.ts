// @vitest-environment node
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { expect, test } from 'vitest'
import { readDocument } from './api-document.ts'
import { callOf, checkDraft, firstDraft } from './call-draft.ts'
import { readOperation } from './operation.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send } = instance

test('the first Send of a new record is accepted by every table, without anything typed', async () => {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'title', type: 'string', length: 5, allow_null: false },
    { name: 'placed_at', type: 'datetime', allow_null: false },
    { name: 'day', type: 'date', allow_null: false },
    { name: 'state', type: 'string', allow_null: false, picklist: ['new', 'done'], validation: { picklist: {} } },
    { name: 'amount', type: 'decimal', allow_null: false },
    { name: 'note', type: 'text' },
  ]
  expect(
    (await send('POST', 'sample/_schema', { as: root, body: { resource: [{ name: 'parcel', field }] } })).status,
  ).toBe(200)
  const { body: sent } = await send('GET', 'api_docs/sample', { as: root })
  const document = await readDocument(sent)
  if (document === null) throw new Error('The document cannot be read.')
  const creating = document.operations.filter(({ verb, path }) => verb === 'POST' && /^\/_table\/[^/{]+$/.test(path))
  expect(creating.length).toBeGreaterThan(5)
  const refused: string[] = []
  for (const entry of creating) {
    const operation = readOperation(document, entry)
    const draft = firstDraft(document.root, operation)
    expect(checkDraft(document.root, operation, draft)).toEqual({})
    const call = callOf(document.root, 'sample', operation, draft)
    const answer = await send('POST', call.path, { as: root, body: JSON.parse(String(call.body)) })
    const said = JSON.stringify(answer.body)
    // Whether a record is there already, no description can tell.
    const isTaken = said.includes('Another record has the same value') || said.includes('because it is a view')
    if (answer.status !== 200 && !isTaken) refused.push(`${call.path} ${call.body}: ${said}`)
  }
  expect(refused).toEqual([])
})
