import type { RequestLogEntry } from '@millwright/contract/records/request-log'

/** An entry of the request log, as services hear of it that want to know of requests (docs/wire/usage.md). */
export type LoggedRequest = Omit<RequestLogEntry, 'id'>
