import type { RawDefault } from '../catalog.ts'
import { readDefault } from '../default-text.ts'

/**
 * A default as the information schema prints it. MariaDB prints SQL; MySQL prints the bare value, and says in EXTRA whether it is an expression.
 * `base`: the type's name without sizes.
 */
export function mysqlDefault(printed: unknown, extra: string, base: string, isMariadb: boolean): RawDefault | null {
  const onUpdate = /on update (\S+)/.exec(extra)?.[1]
  const read = typeof printed === 'string' ? literalOrExpression(printed, extra, base, isMariadb) : null
  if (onUpdate === undefined || read === null || !('expression' in read)) return read
  return { expression: `${read.expression} ON UPDATE ${onUpdate}` }
}

function literalOrExpression(printed: string, extra: string, base: string, isMariadb: boolean): RawDefault | null {
  if (isMariadb) return readDefault(printed.replace(/\\(['\\])/g, (_, escaped) => (escaped === "'" ? "''" : escaped)))
  const moment = /^current_timestamp/i.test(printed) && /^(?:timestamp|datetime)$/.test(base)
  if (moment || extra.includes('default_generated')) return { expression: printed }
  if (/^b'[01]*'$/.test(printed)) return { expression: printed }
  return /char|text|enum|set|date|time|binary|blob/.test(base) ? { literal: printed } : readDefault(printed)
}
