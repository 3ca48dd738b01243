import { verbsOf } from '@millwright/contract/verbs'
import type { Background } from '../../../platform/background.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Store } from '../../../store/store.ts'
import type { PersonMail } from '../email/person-mail.ts'
import { administratorsToTell } from '../people/administrators.ts'

interface TellParts {
  readonly store: Store
  readonly background: Background
  readonly mail: PersonMail
}

/** Mails those who decide that someone asks for access, if the configuration names a mail service. Requests never wait for it. */
export function tellRequests({ store, background, mail }: TellParts) {
  return (ids: readonly number[], { caller, origin: addressed, linkOrigin }: ApiRequest): void => {
    // The `Host` header is chosen by the caller and therefore not trusted.
    const origin = linkOrigin?.() ?? addressed
    const who = caller.user === null ? `api:${caller.app?.name}` : `${caller.user.name} (${caller.user.email})`
    background.start('A mail about a request for access was not sent', async () => {
      if (!(await mail.canSend())) return
      const rows = await store.db
        .selectFrom('access_request as request')
        .innerJoin('service', 'service.id', 'request.service_id')
        .select(['service.name', 'request.component', 'request.verb_mask', 'request.note'])
        .where('request.id', 'in', [...ids, 0])
        .execute()
      if (rows.length === 0) return
      const details = {
        who,
        role: caller.role?.name || none,
        assistant: caller.assistant ?? none,
        service: none,
        services: [...new Set(rows.map(({ name }) => name))].join(', '),
        operations: rows.map((row) => `${row.component}: ${verbsOf(row.verb_mask).join(', ')}`).join('; '),
        note: rows.map(({ note }) => note).find((note) => note !== null) ?? none,
      }
      for (const person of await administratorsToTell(store)) {
        await mail.sendAccessRequest({ person: { ...person, isKnown: true }, origin, asked: details })
      }
    })
  }
}

const none = '–'
