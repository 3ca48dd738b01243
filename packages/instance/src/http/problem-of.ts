import { isDiskFull, noRoom } from '@millwright/connector/disk-full'
import { Problem } from '@millwright/contract/problem'
import { settings } from '../platform/settings/settings.ts'

/** Converts an error to the problem to respond with. Unexpected errors get a generic message, so that no internals are revealed. */
export function foreseenProblem(error: unknown): { readonly problem: Problem; readonly isForeseen: boolean } {
  const problem = foreseen(error)
  if (problem !== null) return { problem, isForeseen: true }
  return {
    problem: new Problem(500, 'Something went wrong on the server. See its log for details.'),
    isForeseen: false,
  }
}

function foreseen(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof Error && error.cause instanceof Problem) return error.cause
  if (isDiskFull(error)) return noRoom('this instance', error)
  const { code, statusCode } = fieldsOf(error)
  const known = code === undefined ? undefined : sentences[code]
  if (known !== undefined) return new Problem(known[0], known[1])
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'The request could not be read.')
  }
  return null
}

/** Errors of the HTTP layer itself, by error code. */
const sentences: Readonly<Record<string, readonly [number, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, `The body is longer than this server accepts (${settings.bodyLimit.variable}).`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The header Content-Type does not name a media type.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as the header Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'The URL has a percent sign that is not followed by an encoded UTF-8 character.'],
  ECONNRESET: [400, 'The connection closed before the whole request had arrived.'],
}

function fieldsOf(error: unknown): { code?: string; statusCode?: number } {
  if (typeof error !== 'object' || error === null) return {}
  const code: unknown = Reflect.get(error, 'code')
  const statusCode: unknown = Reflect.get(error, 'statusCode')
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof statusCode === 'number' ? { statusCode } : {}),
  }
}
