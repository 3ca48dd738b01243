import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, listOf, members, operation, queryParameter } from '@millwright/connector/openapi/operation'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: 'boolean' }

const activeSession = members({
  id: text,
  ...{ created_date: text, last_seen_date: text, expires_date: text },
  ...{ address: textOrNull, user_agent: textOrNull, app_password: textOrNull },
  current: { ...flag, description: 'Whether it is the session of this request.' },
})

/** `user/active_session` (docs/wire/sessions.md). */
export const activeSessionOperations: Describe = (below) => ({
  [below]: {
    get: operation('getActiveSessions', 'List your sessions', { answer: listOf(activeSession) }),
    delete: operation('endActiveSessions', 'End your sessions', {
      parameters: [
        queryParameter('id', 'Which one; or:', text),
        queryParameter('others', 'All except the current one.', flag),
      ],
      answer: members({ id: text, success: flag, ended: { type: 'integer' } }),
    }),
  },
})
