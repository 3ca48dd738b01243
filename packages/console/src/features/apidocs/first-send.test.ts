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

test('the first Send of a change or a deletion names no record', async () => {
  const rows = async () => (await send('GET', 'sample/_table/customer', { as: root })).body
  const before = await rows()
  const document = await readDocument((await send('GET', 'api_docs/sample', { as: root })).body)
  if (document === null) throw new Error('The document cannot be read.')
  for (const verb of ['PUT', 'PATCH', 'DELETE'] as const) {
    const entry = document.operations.find((each) => each.verb === verb && each.path === '/_table/customer')
    if (entry === undefined) throw new Error(`${verb} is not described.`)
    const operation = readOperation(document, entry)
    const call = callOf(document.root, 'sample', operation, firstDraft(document.root, operation))
    const body = call.body === null ? {} : { body: JSON.parse(String(call.body)) }
    expect((await send(verb, call.path, { as: root, ...body })).status).toBeGreaterThanOrEqual(400)
  }
  expect(await rows()).toEqual(before)
})
