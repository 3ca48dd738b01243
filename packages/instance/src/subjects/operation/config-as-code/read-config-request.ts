import { Problem } from '@millwright/contract/problem'
import { configFormat, type SentConfigRecord } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { settings } from '../../../platform/settings/settings.ts'
import type { PlanOptions } from './plan-config.ts'

/** What a body asks for. */
export interface AskedConfig {
  readonly sent: readonly SentConfigRecord[]
  readonly options: PlanOptions
  /** The plan to which the caller agreed; `null`: any. */
  readonly plan: string | null
}

export const ownerForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const longestName = 255
const longestFile = 1000

/**
 * Reads the body of `POST system/config`. `isDrift`: placeholders stand for any value. `most`: number of records. Throws a 400 for another form.
 */
export function readConfigRequest(
  body: unknown,
  { isDrift, most }: { readonly isDrift: boolean; readonly most: number },
): AskedConfig {
  if (!isRecord(body)) throw new Problem(400, 'Send an object with format, owner and records.')
  const { format, owner, records, plan = null } = body
  if (format !== configFormat) {
    const known = `This instance reads the format ${configFormat}`
    throw new Problem(400, `${known}, not ${JSON.stringify(format ?? null).slice(0, 50)}.`)
  }
  if (typeof owner !== 'string' || !ownerForm.test(owner)) {
    throw new Problem(
      400,
      'owner must be 1 to 64 letters, digits, dots, dashes and underscores, not beginning with a dash.',
    )
  }
  if (plan !== null && typeof plan !== 'string') throw new Problem(400, 'plan must be the text of an earlier answer.')
  if (!Array.isArray(records) || records.length > most) {
    throw new Problem(400, `records must be a list of at most ${most} records (${settings.configRecords.variable}).`)
  }
  const options: PlanOptions = {
    owner,
    adopt: isDrift || isTrue(body, 'adopt', false),
    prune: isTrue(body, 'prune', true),
    allowDestroy: isDrift || isTrue(body, 'allow_destroy', false),
    ignoresPlaceholders: isDrift,
  }
  return { sent: records.map(recordOf), options, plan }
}

function isTrue(body: Readonly<Record<string, unknown>>, name: string, fallback: boolean): boolean {
  const value = body[name] ?? fallback
  if (typeof value !== 'boolean') throw new Problem(400, `${name} must be true or false.`)
  return value
}

function recordOf(sent: unknown, at: number): SentConfigRecord {
  if (!isRecord(sent)) throw new Problem(400, `records[${at}] is no object.`)
  const { type, name, values = {}, file } = sent
  if (typeof type !== 'string') throw new Problem(400, `records[${at}] has no type.`)
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    throw new Problem(400, `records[${at}] has no name of 1 to ${longestName} characters.`)
  }
  if (!isRecord(values)) throw new Problem(400, `The values of ${type} ${name} must be an object.`)
  if (file !== undefined && (typeof file !== 'string' || file.length > longestFile)) {
    throw new Problem(400, `The file of ${type} ${name} must be a text of at most ${longestFile} characters.`)
  }
  return { type, name, values, ...(file !== undefined && { file }) }
}
