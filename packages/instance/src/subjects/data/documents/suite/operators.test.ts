import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { suiteDocuments } from './suite-databases.ts'

const instance = sharedInstance()
const { send, root: as } = instance

/** Operators that a document database would execute or treat as a condition. */
const operators = ['$where', '$function', '$expr', '$accumulator', '$regex', '$gt', '$ne', '$out', '$lookup', '$set']

interface Attempt {
  readonly verb: string
  /** Where in the request the operator occurs. */
  readonly where: string
  readonly query: (operator: string) => string
  readonly body?: object
}

const byFilter = (operator: string) => `?filter=${operator}="1"`

/** Requests of an attacker who tries to pass an operator to the database. */
const attempts: readonly Attempt[] = [
  { verb: 'GET', where: 'a filter', query: byFilter },
  { verb: 'GET', where: 'a filter of a field inside', query: (operator) => `?filter=a.${operator}="1"` },
  { verb: 'GET', where: 'a filter of a list', query: (operator) => `?filter=${operator} in ("1")` },
  { verb: 'GET', where: 'a filter for null', query: (operator) => `?filter=${operator} is null` },
  { verb: 'GET', where: 'the order', query: (operator) => `?order=${operator}` },
  { verb: 'GET', where: 'the fields', query: (operator) => `?fields=${operator},a` },
  { verb: 'GET', where: 'groups', query: (operator) => `?group=${operator}` },
  { verb: 'GET', where: 'aggregates', query: (operator) => `?fields=${operator}(a)` },
  { verb: 'DELETE', where: 'a filter', query: byFilter },
  { verb: 'PATCH', where: 'a filter', query: byFilter, body: { resource: [{ a: 2 }] } },
]

/** Request bodies by where the operator occurs in them. */
const bodies: Readonly<Record<string, (of: object) => object>> = {
  'a record': (of) => ({ resource: [of] }),
  'a field': (of) => ({ resource: [{ _id: 'one', a: of }] }),
  'a list': (of) => ({ resource: [{ _id: 'one', a: [[of]] }] }),
  'an identifier': (of) => ({ resource: [{ _id: of, a: 2 }] }),
}

let services = 0

describe.each(suiteDocuments)(
  'operators in calls to documents in $name',
  ({ type, answers, open, creates, adds = {} }) => {
    if (!answers) return it.skipIf(!answers)('with a reachable server', () => {})
    const database = fixture(
      () => open(instance),
      ({ drop }) => drop(),
    )
    services += 1
    const name = `kept${services}`
    const made = fixture(async () => {
      const record = { name, label: name, type, is_active: true, config: database.config }
      const answer = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
        as,
        body: { resource: [record] },
      })
      expect(answer.status).toBe(201)
      return answer
    })
    afterAll(() => send('DELETE', `system/service/${made.body.resource[0].id}?force=true`, { as }))
    const call = (verb: string, path: string, body?: object) =>
      send<{ resource: object[] }>(verb, `${name}/_table/docs${path}`, { as, ...(body !== undefined && { body }) })
    const documents = [
      { _id: 'one', a: 1 },
      { _id: 'two', a: 1 },
    ]
    beforeAll(async () => {
      if (creates) await send('POST', `${name}/_schema`, { as, body: { resource: [{ ...creates, name: 'docs' }] } })
      expect((await call('POST', '', { resource: documents })).status).toBe(200)
    })

    it.each(attempts)('rejects $verb with an operator in $where with 400', async ({ verb, query, body }) => {
      for (const operator of operators) {
        expect([operator, (await call(verb, encodeURI(query(operator)), body)).status]).toEqual([operator, 400])
      }
    })

    it.each(Object.keys(bodies))('rejects bodies with an operator in %s with 400, for every verb', async (where) => {
      for (const verb of ['POST', 'PUT', 'PATCH']) {
        for (const operator of operators) {
          const body = bodies[where]?.({ [operator]: '' })
          expect([verb, operator, (await call(verb, '', body)).status]).toEqual([verb, operator, 400])
        }
      }
    })

    it.each(['GET', 'DELETE'])('finds nothing for the identifier %s', async (verb) => {
      for (const operator of operators) {
        const id = encodeURIComponent(JSON.stringify({ [operator]: '' }))
        expect([operator, (await call(verb, `/${id}`)).status]).toEqual([operator, 404])
        expect([400, 404]).toContain((await call(verb, `?ids=${id}`)).status)
        if (verb === 'DELETE') {
          expect([400, 404]).toContain((await call(verb, '', { ids: [{ [operator]: '' }] })).status)
          expect([400, 404]).toContain((await call(verb, '', { resource: [{ _id: { [operator]: '' } }] })).status)
        }
      }
    })

    it('leaves the documents unchanged', async () => {
      expect((await call('GET', '?order=_id')).body.resource).toEqual(documents.map((each) => ({ ...each, ...adds })))
    })
  },
)
