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
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Passes a database's answer on; when the database could not be asked, the reason becomes a refusal with 503. */
export async function unlessAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw isAway(error) ? new Problem(503, 'The database of this instance cannot be reached at the moment.') : error
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes.has(code) || code.startsWith('08') || texts.test(error.message)
}
