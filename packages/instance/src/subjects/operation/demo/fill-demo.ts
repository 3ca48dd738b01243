import type { Forward } from '../../../gateway/gateway.ts'
import { type Clock, isoMicros, plainSeconds } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import type { Impersonate } from '../../identity/people/caller-of.ts'
import { demoSetting } from '../environment/facts.ts'
import type { Replay } from '../usage/replay.ts'
import { demoUsers } from './demo-records.ts'
import { type DemoSpan, type DemoTraffic, demoTraffic } from './demo-traffic.ts'
import { type DemoIds, makeDeliveries, makeRecords } from './make-records.ts'

export interface DemoParts {
  readonly store: Store
  readonly clock: Clock
  readonly vault: Vault
  readonly impersonate: Impersonate
  readonly call: Forward
  readonly replay: (calls: Replay) => Promise<void>
}

const minute = 60_000
const day = 1440 * minute

/**
 * Fills a new instance once with people, apps, roles, services, limits, tasks and thirty days of calls. `isNew`: whether the instance was
 * just created. Throws a sentence if it contains other records or an incomplete demo.
 */
export async function fillDemo(parts: DemoParts, isNew: boolean): Promise<void> {
  const state = await stateOf(parts.store)
  if (state === 'filled') return
  if (state === 'begun')
    throw new Error('The demonstration was not finished when it was made: remove its folder, and start again.')
  if (!isNew)
    throw new Error(
      '--demo fills new instances only, and this one has records already. Name another folder with --data.',
    )
  await parts.store.db.insertInto('setting').values({ name: demoSetting, value: 'begun' }).execute()
  const root = await parts.store.db
    .selectFrom('user')
    .select('id')
    .where('is_root_admin', '=', 1)
    .executeTakeFirstOrThrow()
  const { caller } = await parts.impersonate({ userId: root.id, key: null, ignoresSession: false })
  const demoRecords = await makeRecords(parts.call, caller)
  const [webhook] = demoRecords.webhooks.values()
  if (webhook !== undefined) await makeDeliveries(parts, webhook)
  const traffic = await trafficOf(parts, demoRecords, caller)
  const now = parts.clock()
  const random = numbers(20)
  const recent = now - 2 * day
  const lastUses = new LastUses()
  const spans: readonly (DemoSpan & { readonly isLogged: boolean })[] = [
    { from: now - 30 * day, until: recent, step: 60, most: 120, isLogged: false },
    { from: recent, until: now, step: 5, most: 24, isLogged: true },
  ]
  for (const { isLogged, ...span } of spans) {
    await parts.replay({ calls: lastUses.noted(demoTraffic(traffic, span, random)), isLogged, formOf })
  }
  await lastUses.write(parts.store)
  await parts.store.db.updateTable('setting').set({ value: 'filled' }).where('name', '=', demoSetting).execute()
}

/** When keys were last used and people last signed in, which a replay of calls does not write. */
class LastUses {
  readonly #apps = new Map<number, number>()
  readonly #users = new Map<number, number>()

  async write({ db }: Store): Promise<void> {
    for (const [id, at] of this.#apps) {
      await db
        .updateTable('app')
        .set({ last_used_date: isoMicros(at) })
        .where('id', '=', id)
        .execute()
    }
    for (const [id, at] of this.#users) {
      await db
        .updateTable('user')
        .set({ last_login_date: plainSeconds(at) })
        .where('id', '=', id)
        .execute()
    }
  }

  *noted(calls: Replay['calls']): Replay['calls'] {
    for (const timed of calls) {
      const { at, call } = timed
      if (call.caller?.app && call.status < 400) this.#apps.set(call.caller.app.id, at)
      if (call.caller?.user) this.#users.set(call.caller.user.id, at)
      yield timed
    }
  }
}

async function stateOf({ db }: Store): Promise<'begun' | 'filled' | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', demoSetting).executeTakeFirst()
  if (row === undefined) return null
  return row.value === 'filled' ? 'filled' : 'begun'
}

const forms: ReadonlyMap<string, ReturnType<Replay['formOf']>> = new Map([
  ['sample', 'tables'],
  ['warehouse', 'tables'],
  ['files', 'files'],
  ['system', 'system'],
  ['user', 'system'],
  ['price_of_timber', 'other'],
])

const formOf: Replay['formOf'] = (service) => forms.get(service) ?? null

async function trafficOf({ impersonate }: DemoParts, ids: DemoIds, admin: Caller): Promise<DemoTraffic[]> {
  const emails = [...ids.users.keys()]
  const callers = async (app: string): Promise<Caller[]> => {
    const appId = ids.apps.get(app)
    if (appId === undefined) throw new Error(`The demonstration has no app '${app}'.`)
    const people = demoUsers.flatMap(([, , used], at) =>
      used === app ? [ids.users.get(emails[at] ?? '') ?? null] : [],
    )
    const found: Caller[] = []
    for (const userId of people.length === 0 ? [null] : people) {
      found.push((await impersonate({ userId, key: { appId }, ignoresSession: false })).caller)
    }
    return found
  }
  return [
    {
      callers: await callers('web_shop'),
      share: 0.5,
      byDay: false,
      asks: [
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/product',
          query: 'limit=24&order=name',
          ms: 3.1,
          bytes: 18_000,
        },
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/product',
          query: 'filter=price<500',
          ms: 4.2,
          bytes: 9_000,
        },
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/product/{id}',
          ms: 1.4,
          bytes: 2_400,
          fails: { share: 0.04, status: 404 },
        },
        { verb: 'GET', service: 'sample', resource: '_table/tag', ms: 1.1, bytes: 700 },
        {
          verb: 'POST',
          service: 'sample',
          resource: '_table/sales_order',
          ms: 6.5,
          bytes: 60,
          fails: { share: 0.05, status: 400 },
        },
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/product',
          ms: 3.4,
          bytes: 16_000,
          fails: { share: 0.02, status: 429 },
        },
      ],
    },
    {
      callers: await callers('workshop_tablet'),
      share: 0.2,
      byDay: true,
      asks: [
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/sales_order',
          query: "filter=status='in work'",
          ms: 2.6,
          bytes: 7_500,
        },
        { verb: 'PATCH', service: 'sample', resource: '_table/sales_order/{id}', ms: 5.2, bytes: 60 },
        { verb: 'PATCH', service: 'sample', resource: '_table/product/{id}', ms: 4.9, bytes: 60 },
        {
          verb: 'GET',
          service: 'warehouse',
          resource: '_table/stock',
          ms: 3,
          bytes: 300,
          fails: { share: 0.9, status: 503 },
        },
      ],
    },
    {
      callers: await callers('office'),
      share: 0.15,
      byDay: true,
      asks: [
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/customer',
          query: 'related=contact_by_customer_id',
          ms: 9.5,
          bytes: 41_000,
        },
        { verb: 'GET', service: 'sample', resource: '_table/open_order', ms: 14, bytes: 6_000 },
        { verb: 'PATCH', service: 'sample', resource: '_table/customer/{id}', ms: 4.4, bytes: 60 },
        { verb: 'GET', service: 'files', resource: 'letters/offer.txt', ms: 1.2, bytes: 400 },
        { verb: 'GET', service: 'price_of_timber', resource: '', ms: 38, bytes: 90 },
      ],
    },
    {
      callers: await callers('delivery'),
      share: 0.08,
      byDay: true,
      asks: [
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/sales_order',
          query: "filter=status='ready'",
          ms: 2.2,
          bytes: 2_000,
        },
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/customer',
          ms: 0.5,
          bytes: 160,
          fails: { share: 1, status: 403, reason: 'rule' },
        },
      ],
    },
    {
      callers: await callers('monthly_figures'),
      share: 0.04,
      byDay: false,
      asks: [
        { verb: 'GET', service: 'sample', resource: '_table/order_line', query: 'limit=1000', ms: 46, bytes: 240_000 },
      ],
    },
    {
      callers: await callers('fair_kiosk'),
      share: 0.03,
      byDay: true,
      asks: [
        {
          verb: 'GET',
          service: 'sample',
          resource: '_table/product',
          ms: 0.4,
          bytes: 150,
          fails: { share: 1, status: 403, reason: 'inactive_app' },
        },
      ],
    },
    {
      callers: [admin],
      share: 0.05,
      byDay: true,
      asks: [
        { verb: 'GET', service: 'system', resource: 'user', ms: 3.2, bytes: 9_000 },
        { verb: 'GET', service: 'system', resource: 'service', ms: 2.8, bytes: 6_000 },
      ],
    },
  ]
}

/** Returns a generator of numbers from 0 to 1 that are the same on every start. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
