import type { Readable } from 'node:stream'
import type { Requestor, Verb } from '@millwright/contract/verbs'

/** A request to a service, as its implementation sees it. */
export interface ServiceRequest {
  readonly verb: Verb
  /** Lower case. */
  readonly service: string
  /** Path after the service, decoded, without outer slashes; empty at the service's root. */
  readonly resource: string
  /** Whether the URL ended in a slash, by which file services distinguish folders from files; absent: no. */
  readonly endsInSlash?: boolean | undefined
  /** Query parameters by name; for a repeated one the last value, or all items of a list. */
  readonly params: Readonly<Record<string, string>>
  /** The query string as sent, for services that accept repeated parameters; absent: `params` is complete. */
  readonly query?: string | undefined
  /** The parsed body: JSON, or the equivalent of XML, CSV and form bodies; `undefined` without one. */
  readonly payload: unknown
  /** The unread body, instead of a payload, for services that accept uploads. */
  readonly upload?: Upload | undefined
  /** Format of the body: values of CSV, XML and forms are texts that need parsing. */
  readonly payloadFormat: 'json' | 'xml' | 'csv' | 'form' | 'none'
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Who calls, with their rights: to be passed on, not to be read. */
  readonly caller: object
  readonly requestor: Requestor
  /** Scheme and host of the request's URL. */
  readonly origin: string
  /** IP address of the caller. */
  readonly address: string
  /** Returns whether the client is gone; absent: it never is. */
  readonly isGivenUp?: (() => boolean) | undefined
}

/** An unread body. The code that takes it must read it to its end or destroy it. */
export interface Upload {
  readonly content: Readable
  /** The Content-Type header. */
  readonly contentType: string
  /** Size in bytes, if the sender declared it. */
  readonly size: number | null
}

export interface ServiceResponse {
  readonly status: number
  /** A JSON value; the HTTP layer serializes it in the requested format. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const yes = new Set(['true', '1', 'yes', 'on', 'y', 't'])

/** Returns whether a text from the wire means true; any other text counts as false (docs/wire/requests.md). */
export function isYes(value: string): boolean {
  return yes.has(value.trim().toLowerCase())
}

const no = new Set(['false', '0', 'no', 'off', 'n', 'f'])

/** Returns whether a text from the wire means false, for callers that reject texts which mean neither. */
export function isNo(value: string): boolean {
  return no.has(value.trim().toLowerCase())
}
