import { messageOf } from '@millwright/connector/error-words'
import { type Clock, isoMicros, plainSeconds } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { instanceCaller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import type { PersonMail } from '../../identity/email/person-mail.ts'
import { administratorsToTell } from '../../identity/people/administrators.ts'
import { isConfirmed } from '../../identity/people/authenticate.ts'

/** Warns of keys that end soon. */
export interface KeyWarnings {
  start(): void
  /** Warns of all keys that are due. */
  look(): Promise<void>
  close(): Promise<void>
}

interface WarningParts {
  readonly config: Pick<Config, 'publicUrl'>
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly mail: PersonMail
  /** Fires the event of an app whose key ends. */
  readonly ending: (request: ApiRequest, id: number, record: object) => void
}

const hour = 3_600_000
const notice = 7 * 24 * hour

/**
 * Warns once of each key that ends in less than seven days, whichever node notices first: its owner by mail, or administrators if it has none, and
 * listeners by an event (docs/wire/records.md).
 */
export function createKeyWarnings({ config, store, clock, log, mail, ending }: WarningParts): KeyWarnings {
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()

  async function warn(app: { id: number; name: string; expires_at: string; owner_id: number | null }): Promise<void> {
    const { id, name, expires_at, owner_id } = app
    const taken = await store.db
      .updateTable('app')
      .set({ warned_of: expires_at })
      .where('id', '=', id)
      .where('expires_at', '=', expires_at)
      .where((where) => where.or([where('warned_of', 'is', null), where('warned_of', '!=', expires_at)]))
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return
    ending(requestOf(id), id, { id, name, expires_at, owner_id })
    const date = `${plainSeconds(Date.parse(expires_at))} UTC`
    for (const { kind, person } of await toldOf(owner_id)) {
      await mail.sendKeyEnding({ kind, person, origin, app: name, date })
    }
  }

  async function toldOf(owner: number | null) {
    if (owner === null) {
      const people = await administratorsToTell(store)
      return people.map((person) => ({ kind: 'admin' as const, person: { ...person, isKnown: true } }))
    }
    const people = await store.db
      .selectFrom('user')
      .select(['email', 'proven_email', 'username', 'name', 'first_name', 'last_name', 'phone', 'language'])
      .select('is_sys_admin')
      .where('id', '=', owner)
      .execute()
    return people.map((person) => ({
      kind: person.is_sys_admin === 1 ? ('admin' as const) : ('user' as const),
      person: { ...person, isKnown: isConfirmed(person) },
    }))
  }

  async function lookOnce(): Promise<void> {
    const now = clock()
    const due = await store.db
      .selectFrom('app')
      .select(['id', 'name', 'expires_at', 'owner_id'])
      .where('is_active', '=', 1)
      .where('expires_at', '>', isoMicros(now))
      .where('expires_at', '<', isoMicros(now + notice))
      .where((where) => where.or([where('warned_of', 'is', null), where('warned_of', '!=', where.ref('expires_at'))]))
      .execute()
    for (const { expires_at, ...app } of due) {
      if (expires_at === null) continue
      await warn({ ...app, expires_at }).catch((error: unknown) =>
        log(`A warning that the key of app ${app.id} ends was not sent: ${messageOf(error)}`, 'warn'),
      )
    }
  }

  const origin = config.publicUrl ?? 'http://localhost'

  function requestOf(id: number): ApiRequest {
    return {
      verb: 'GET',
      service: 'system',
      resource: `app/${id}`,
      params: {},
      payload: undefined,
      payloadFormat: 'none',
      headers: {},
      caller: instanceCaller('keys'),
      sentToken: null,
      requestor: 'API',
      origin,
      address: '',
    }
  }

  function look(): Promise<void> {
    looking = looking
      .then(lookOnce)
      .catch((error: unknown) => log(`Looking for keys that end failed: ${messageOf(error)}`))
    return looking
  }

  return {
    look,
    start() {
      timer = setInterval(() => void look(), hour).unref()
      void look()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      await looking
    },
  }
}
