import type { ConfigRecord } from '@millwright/contract/wire/config'
import type { TestInstance } from './test-instance.ts'

/** Returns numbers from 0 to 1. */
export type Random = () => number

/** Numbers that are the same in every run. */
export function numbers(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

type Values = Readonly<Record<string, unknown>>
type Named = readonly (readonly [name: string, values: Values])[]

/** Records of one type in a random state, and how somebody changes one of them by hand. */
interface StatesOf {
  records(draw: Draw, roles: readonly string[]): Named
  edit(name: string, by: Editing): Promise<{ readonly status: number }>
}

interface Editing {
  readonly send: TestInstance['send']
  readonly as: TestInstance['root']
  readonly round: number
}

/** Random choices; each member of a record is there or at its default. */
class Draw {
  readonly random: Random
  constructor(random: Random) {
    this.random = random
  }
  chance = () => this.random() < 0.6
  one = <T>(values: readonly T[]): T => values[Math.floor(this.random() * values.length)] as T
  some = <T>(values: readonly T[]): T[] => values.filter(this.chance)
  text = () => this.one(['x', 'ä "quoted"', 'two\nlines', '{not} a placeholder', '0', 'true', ' # '])
  maybe = (values: Values): Values => (this.chance() ? values : {})
}

/** Changes a column of the record with this key. */
const patch =
  (type: string, column: string, key = 'name') =>
  async (name: string, { send, as, round }: Editing) => {
    const path = `system/${type}?filter=${encodeURIComponent(`${key}="${name}"`)}`
    const { body } = await send<{ resource: [{ id: number }] }>('GET', path, { as })
    const id = body.resource[0].id
    return send('PATCH', `system/${type}/${id}`, { as, body: { [column]: `By hand ${round}` } })
  }

const rowsOf = (name: string, rows: readonly object[]) => (rows.length === 0 ? {} : { [name]: rows })
const labels = ['A label', 'Another label']

/** By type. Everything that folders have is here, or a test of it fails. */
export const configStates: Readonly<Record<string, StatesOf>> = {
  service: {
    records: (draw) => [
      // What others name.
      ['api', { label: 'API', type: 'api_builder', is_active: true }],
      ...draw.some(['first', 'second']).map((name) => {
        const config = { database: `${name}.sqlite`, ...draw.maybe({ allow_upsert: true }) }
        return [name, { label: draw.one(labels), type: 'sqlite', ...draw.maybe({ is_active: true }), config }] as const
      }),
    ],
    edit: patch('service', 'description'),
  },
  role: {
    records: (draw, roles) =>
      roles.map((name) => {
        const access = draw.some(['_table/a', '_table/b', '_table/c/*']).map((component) => ({
          service: 'db',
          component,
          verb_mask: draw.one([['GET'], ['GET', 'POST'], ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]),
          ...draw.maybe({ filters: [{ name: 'id', operator: '=', value: '1' }] }),
        }))
        const lookups = draw.some(['k', 'l']).map((key) => ({ name: key, ...draw.maybe({ value: draw.text() }) }))
        const plain = { ...draw.maybe({ description: draw.text() }), ...draw.maybe({ is_active: true }) }
        return [name, { ...plain, ...rowsOf('access', access), ...rowsOf('lookups', lookups) }]
      }),
    edit: patch('role', 'description'),
  },
  app: {
    records: (draw, roles) =>
      draw.some(['p', 'q']).map((name) => {
        const role = roles.length > 0 && draw.chance() ? { role: draw.one(roles) } : {}
        return [name, { ...draw.maybe({ is_active: true }), ...role }]
      }),
    edit: patch('app', 'description'),
  },
  cors: {
    records: (draw) =>
      draw.some(['api/*', 'files/*']).map((path) => {
        const more = { ...draw.maybe({ max_age: 60 }), ...draw.maybe({ method: ['GET', 'POST'] }) }
        return [path, { origin: draw.one(['*', 'https://example.com']), ...more }]
      }),
    edit: patch('cors', 'description', 'path'),
  },
  email_template: {
    records: (draw) =>
      draw.some(['note', 'other']).map((name) => {
        const subject = draw.maybe({ subject: draw.text() })
        return [name, { ...subject, ...draw.maybe({ body_html: `<p>${draw.text()}</p>\n` }) }]
      }),
    edit: patch('email_template', 'description'),
  },
  lookup: {
    records: (draw) => [
      ...draw.some(['one', 'two', 'three']).map((name) => [name, draw.maybe({ value: draw.text() })] as const),
      ...draw
        .some(['secret', 'other secret'])
        .map((name) => [name, { private: true, value: draw.one(['a', 'ä\n', 'true']) }] as const),
    ],
    edit: patch('lookup', 'description'),
  },
  custom: {
    records: (draw) => draw.some(['colours', 'limits']).map((name) => [name, { value: { text: draw.text() } }]),
    edit: (name, { send, as, round }) =>
      send('POST', 'system/custom', { as, body: { resource: [{ name, value: `By hand ${round}` }] } }),
  },
  scheduler: {
    records: (draw) =>
      draw.some(['nightly', 'hourly']).map((name) => {
        const when = draw.chance() ? { cron: '0 3 * * *' } : { frequency: draw.one([60, 90]) }
        return [name, { service: 'db', component: '_table/a', ...when, ...draw.maybe({ verb_mask: ['DELETE'] }) }]
      }),
    edit: patch('scheduler', 'description'),
  },
  event_script: {
    records: (draw) =>
      draw.some(['db._table.a.get.pre_process', 'db._table.b.get.post_process']).map((name) => {
        return [
          name,
          { type: 'nodejs', content: `return // ${draw.text().split('\n')[0]}\n`, ...draw.maybe({ is_active: true }) },
        ]
      }),
    edit: (name, { send, as, round }) =>
      send('PATCH', `system/event_script/${name}`, { as, body: { content: `return // By hand ${round}` } }),
  },
  limit: {
    records: (draw, roles) =>
      draw.some(roles.slice(0, 2)).map((role) => {
        const rate = { rate: draw.one([0, 5, 100]), period: draw.one(['minute', 'day']) }
        return [`of ${role}`, { type: 'instance.role', ...rate, role }]
      }),
    edit: patch('limit', 'description'),
  },
  webhook: {
    records: (draw) =>
      draw.some(['told', 'also told']).map((name) => {
        return [name, { url: 'https://example.com/hook', events: draw.one([['db.*'], ['db.get', 'db.post']]) }]
      }),
    edit: patch('webhook', 'description'),
  },
  custom_api: {
    records: (draw) =>
      draw.some(['Orders']).map((name) => [name, { service: 'api', ...draw.maybe({ version: '2.0' }) }]),
    edit: patch('custom_api', 'description'),
  },
  two_step: {
    records: (draw) => [['two_step', { policy: draw.one(['allowed', 'off']) }]],
    edit: async (_, { send, as }) => {
      const { body } = await send<{ policy: string }>('GET', 'system/two_step', { as })
      return send('PUT', 'system/two_step', { as, body: { policy: body.policy === 'off' ? 'allowed' : 'off' } })
    },
  },
  schema_contract: {
    records: (draw) =>
      draw.some(['db']).map((name) => [name, { mode: 'auto', ...draw.maybe({ runtime_enforcement: 'strict' }) }]),
    edit: (name, { send, as }) => send('PATCH', `system/schema_contract/${name}`, { as, body: { mode: 'strict' } }),
  },
  data_view: {
    records: (draw) => {
      const views = draw.some(['Open', 'Late']).map((name) => [name, draw.maybe({ order: 'id desc' })] as const)
      return views.length === 0 ? [] : [['db/a', { views: Object.fromEntries(views) }]]
    },
    edit: async (_, { send, as, round }) => {
      const { body } = await send<{ resource: [{ id: number }] }>('GET', 'system/data_view?filter=shared=true', { as })
      return send('PATCH', `system/data_view/${body.resource[0].id}`, { as, body: { order: `by_hand_${round}` } })
    },
  },
  table: {
    records: (draw) =>
      draw.some(['a', 'b']).map((name) => {
        const fields = {
          id: { type: 'id' },
          name: { type: 'string', length: 40, allow_null: true },
          ...draw.maybe({ price: { type: 'decimal', precision: 10, scale: 2, allow_null: true } }),
          ...draw.maybe({ state: { type: 'string', length: 9, allow_null: true, picklist: ['new', 'paid'] } }),
        }
        return [`db/${name}`, { ...draw.maybe({ label: draw.one(labels) }), ...draw.maybe({ history: true }), fields }]
      }),
    edit: (name, { send, as, round }) => {
      const body = { label: `By hand ${round}` }
      return send('PATCH', `db/_schema/${name.slice('db/'.length)}`, { as, body })
    },
  },
}

/** Records of every type, some of which name each other. */
export function stateOf(random: Random): ConfigRecord[] {
  const draw = new Draw(random)
  const roles = draw.some(['A', 'B', 'C', 'D'])
  return Object.entries(configStates).flatMap(([type, { records }]) =>
    records(draw, roles).map(([name, values]) => ({ type, name, values })),
  )
}
