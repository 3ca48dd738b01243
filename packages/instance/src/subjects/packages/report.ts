import type { PlannedItem } from './plan.ts'

/** What an import did, as it is answered. */
export interface ImportAnswer {
  /** Something was imported. */
  readonly success: boolean
  readonly log: { readonly notice: string[]; readonly warning: string[]; readonly error: string[] }
}

export interface Report {
  notice(sentence: string): void
  warning(sentence: string): void
  /** What could not be imported, where the rest goes on. */
  error(sentence: string): void
  /** A notice of something that was imported. */
  done(sentence: string): void
  /** Of many notices that begin alike, those after the first thousand are counted alone. */
  amongMany(beginning: string, name: string, done: boolean): void
  answer(): ImportAnswer
}

/** Sentences of a kind. */
const mostAlike = 1000

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
      if (count <= mostAlike) notices.push(`${beginning} ${name}`)
    },
    answer: () => ({
      success,
      log: { notice: [...notices, ...more(alike)], warning: bounded(warnings), error: bounded(errors) },
    }),
  }
}

function more(alike: ReadonlyMap<string, number>): string[] {
  return [...alike].flatMap(([beginning, count]) =>
    count > mostAlike ? [`${beginning} … and ${count - mostAlike} more`] : [],
  )
}

function bounded(warnings: readonly string[]): string[] {
  const left = warnings.length - mostAlike
  return left > 0 ? [...warnings.slice(0, mostAlike), `… and ${left} more`] : [...warnings]
}

/** Notes what became of a record. */
export function noteItem({ type, name, action }: PlannedItem, report: Report): void {
  const what = `system/${type.name} with ${type.key}`
  if (action === 'create') report.amongMany(`Created ${what}`, name, true)
  else if (action === 'change') report.amongMany(`Overwrote duplicate found for ${what}`, name, true)
  else report.amongMany(`Ignored duplicate found for ${what}`, name, false)
}
