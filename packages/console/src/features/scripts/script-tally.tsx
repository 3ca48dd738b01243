import type { EventScript } from '@millwright/contract/records/event-script'
import { IconCode, IconCodeOff } from '@tabler/icons-react'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import styles from './scripts.module.css'

/** All existing scripts, by name. */
export interface Scripts {
  readonly names: readonly string[]
  /** The state of the named script, case-insensitive; `null` if it does not exist. */
  stateOf(name: string): 'active' | 'inactive' | null
}

/** Number of scripts at a place, in total and active. */
export interface Tally {
  readonly all: number
  readonly active: number
}

export const noScripts: Tally = { all: 0, active: 0 }

/** Reads records, or names alone; scripts without a reported state count as active. */
export function readScripts(listed: readonly (Partial<EventScript> | string)[]): Scripts {
  const records = listed.map((one) => (typeof one === 'string' ? { name: one, is_active: true } : one))
  const named = records.flatMap(({ name, is_active }) => (name ? [{ name, isActive: is_active !== false }] : []))
  const states = new Map(
    named.map(({ name, isActive }) => [name.toLowerCase(), isActive ? 'active' : 'inactive'] as const),
  )
  return { names: named.map(({ name }) => name), stateOf: (name) => states.get(name.toLowerCase()) ?? null }
}

/** Adds one script to a tally. */
export function withScript({ all, active }: Tally, state: 'active' | 'inactive' | null): Tally {
  if (state === null) return { all, active }
  return { all: all + 1, active: active + (state === 'active' ? 1 : 0) }
}

/** The mark of an entry as text with a leading separator; empty without scripts. */
export function tallyWords({ all, active }: Tally): string {
  if (all === 0) return ''
  return active === all ? t.hasScripts({ count: all }) : t.scriptCount({ count: all, active })
}

/** Marks an entry that has scripts, active or not. `counts`: show the number too. */
export function ScriptMark({ scripts, counts }: { scripts: Tally; counts: boolean }) {
  if (scripts.all === 0) return null
  const off = scripts.active === 0
  const [one, many] = off ? [t.notActive, t.noneActive] : [tabWords.active, t.someActive({ count: scripts.active })]
  return (
    <span className={styles.mark} data-off={off || undefined} title={scripts.all === 1 ? one : many}>
      {off ? <IconCodeOff aria-hidden="true" /> : <IconCode aria-hidden="true" />}
      {counts ? scripts.all : null}
    </span>
  )
}
