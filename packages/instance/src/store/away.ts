import { Problem } from '@millwright/contract/problem'

/** What Node and PostgreSQL report when the database is not there, or not for now. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '3D000',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** The driver gives these no code. */
const texts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** Given up by the server, and by the driver. */
const statementTimeout = '57014'
const answerTimeout = 'Query read timeout'

/** Passes a database's answer on; when the database could not be asked, the reason becomes a refusal with 503. */
export async function unlessAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw awayProblem(error) ?? error
  }
}

/** The refusal with 503 when the database could not be asked, or did not answer in time; null for every other error. */
export function awayProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === statementTimeout || error.message === answerTimeout) {
    return unavailable('The database of this instance did not answer in time.')
  }
  const isAway = codes.has(code) || code.startsWith('08') || texts.test(error.message)
  return isAway ? unavailable('The database of this instance cannot be reached at the moment.') : null
}

function unavailable(message: string): Problem {
  return new Problem(503, message, { headers: { 'Retry-After': '1' } })
}

/** For work after a change that a database which is away announces anew once it is back. */
export function ignoreAway(error: unknown): void {
  if (!(error instanceof Problem && error.status === 503)) throw error
}
