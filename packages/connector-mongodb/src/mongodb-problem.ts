import { connectionLost, lineReason } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'

/** Maps an error of the driver or the server to a `Problem`. Its message never contains the connection string with its password. */
export function mongodbProblem(error: unknown, where: string): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  if (code === 18 || code === 8000) return away(where, 'it refuses the user of the service.', error)
  if (code === 13)
    return new Problem(403, `The ${where} does not allow this for the user of the service.`, { cause: error })
  if (code === 11_000) return new Problem(409, 'A document with these values already exists.', { cause: error })
  if (code === 50 || code === 262) return new Problem(503, `The ${where} did not respond in time.`, { cause: error })
  if (
    code === 10_334 ||
    code === 17_419 ||
    nameOf(error) === 'BSONRangeError' ||
    /too large|larger than/i.test(messageOf(error))
  ) {
    return new Problem(413, 'A document is larger than the database accepts.', { cause: error })
  }
  if (code === 48) return new Problem(400, 'A collection with this name already exists.', { cause: error })
  if (nameOf(error).startsWith('BSON'))
    return new Problem(400, 'The document cannot be stored as it is.', { cause: error })
  const isNetwork = /Network|ServerSelection|PoolCleared|NotConnected|Timeout|Topology/.test(nameOf(error))
  if (!isNetwork && code !== null) {
    return new Problem(400, `The database refuses it: ${messageOf(error).slice(0, 300)}.`, { cause: error })
  }
  return away(where, reasonOf(error), error)
}

function away(where: string, reason: string, cause: unknown): Problem {
  return new Problem(503, `The ${where} cannot be used now: ${reason}`, { cause })
}

/** The driver wraps network errors several times. */
function reasonOf(error: unknown): string {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 6; depth += 1) {
    const reason = lineReason(each)
    if (reason !== null) return reason
    const servers = 'reason' in each ? Object(each.reason).servers : undefined
    const found: unknown =
      servers instanceof Map ? [...servers.values()].map((server) => server?.error).find(Boolean) : undefined
    each = found ?? each.cause
  }
  return /selection|timed? ?out/i.test(messageOf(error)) ? 'it does not respond.' : connectionLost
}

function codeOf(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'number' ? code : null
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
