import type { LoggedRequest } from '@millwright/connector/logged-request'
import { type Entry, entryOf } from './entry.ts'
import type { Level } from './logstash-settings.ts'

/** Converts an entry of the request log to a message: path and status, with all details in `_request`. */
export function requestEntry(request: LoggedRequest): Entry {
  const { verb, service, resource, status, at } = request
  const path = [service, resource].filter(Boolean).join('/')
  return entryOf(`${verb} ${path} ${status}`, levelFor(status), Date.parse(at), { _request: request })
}

function levelFor(status: number): Level {
  if (status >= 500) return 'ERROR'
  return status >= 400 ? 'WARNING' : 'INFO'
}
