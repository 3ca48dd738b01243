import type { PlannedItem } from './plan.ts'

/** The result of an import in the response. */
export interface ImportAnswer {
  /** Whether anything was imported. */
  readonly success: boolean
  readonly log: { readonly notice: string[]; readonly warning: string[]; readonly error: string[] }
}

export interface Report {
  notice(sentence: string): void
  warning(sentence: string): void
  /** Reports what could not be imported while the rest continues. */
  error(sentence: string): void
  /** Reports something that was imported. */
  done(sentence: string): void
  /** After the first thousand notices with the same beginning, further ones are only counted. */
  amongMany(beginning: string, name: string, done: boolean): void
  answer(): ImportAnswer
}

/** Maximum number of sentences of the same kind. */
const maxAlike = 1000

export function createReport(): Report {
  const notices: string[] = []
  const warnings: string[] = []
  const errors: string[] = []
  const alike = new Map<string, number>()
  let success = false
  return {
    notice: (sentence) => void notices.push(sentence),
    warning: (sentence) => void warnings.push(sentence),
    error: (sentence) => void errors.push(sentence),
    done(sentence) {
      success = true
      notices.push(sentence)
    },
    amongMany(beginning, name, done) {
      success ||= done
      const count = (alike.get(beginning) ?? 0) + 1
      alike.set(beginning, count)
      if (count <= maxAlike) notices.push(`${beginning} ${name}`)
    },
    answer: () => ({
      success,
      log: { notice: [...notices, ...more(alike)], warning: bounded(warnings), error: bounded(errors) },
    }),
  }
}

function more(alike: ReadonlyMap<string, number>): string[] {
  return [...alike].flatMap(([beginning, count]) =>
    count > maxAlike ? [`${beginning} … and ${count - maxAlike} more`] : [],
  )
}

function bounded(warnings: readonly string[]): string[] {
  const left = warnings.length - maxAlike
  return left > 0 ? [...warnings.slice(0, maxAlike), `… and ${left} more`] : [...warnings]
}

/** Reports the result for a record. */
export function noteItem({ type, name, action }: PlannedItem, report: Report): void {
  const what = `system/${type.name} with ${type.key}`
  if (action === 'create') report.amongMany(`Created ${what}`, name, true)
  else if (action === 'change') report.amongMany(`Overwrote duplicate found for ${what}`, name, true)
  else report.amongMany(`Ignored duplicate found for ${what}`, name, false)
}
