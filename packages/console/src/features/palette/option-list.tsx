import { memo, type PointerEvent } from 'react'
import { Text } from '../../ui/text.tsx'
import { t } from './messages.ts'
import styles from './palette.module.css'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

interface OptionListProps {
  /** Begins the ids of the options, and is followed by their number. */
  base: string
  /** Null: not drawn yet; the room is kept. */
  groups: readonly PaletteGroup[] | null
  /** The number of the chosen option. */
  at: number
  onPoint: (index: number) => void
  onChoose: (index: number) => void
}

/** What there is to choose from, under headings. The keys are heard by the box above, as a combobox has it. */
export function OptionList({ base, groups, at, onPoint, onChoose }: OptionListProps) {
  const told = (tell: (index: number) => void) => (event: Pick<PointerEvent, 'target'>) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option) tell(Number(option.id.slice(base.length + 1)))
  }
  let index = 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box above, as a combobox has it
    <div
      role="listbox"
      id={`${base}-list`}
      tabIndex={-1}
      aria-label={t.results}
      data-waiting={groups === null || undefined}
      className={styles.list}
      onPointerMove={told(onPoint)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={told(onChoose)}
    >
      {groups?.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <div className={styles.groupTitle} aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <Option key={entry.id} id={`${base}-${index}`} entry={entry} chosen={index++ === at} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  chosen: boolean
}

/** One of a hundred: drawn anew only when it changes, so that each key is answered at once. */
const Option = memo(function Option({ id, entry: { icon, label, act, hint }, chosen }: OptionProps) {
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} className={styles.option}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.label}>
        {label}
        {act.kind === 'ask' ? '…' : ''}
      </span>
      {hint ? (
        <Text as="span" tone="muted" size="sm" truncate grow>
          {hint}
        </Text>
      ) : null}
    </div>
  )
})
