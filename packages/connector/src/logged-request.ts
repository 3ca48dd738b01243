import type { RequestLogEntry } from '@millwright/contract/records/request-log'

/** An entry of the request log, as passed to services that listen for requests (docs/wire/usage.md). */
export type LoggedRequest = Omit<RequestLogEntry, 'id'>
