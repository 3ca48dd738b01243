import { memo, type PointerEvent } from 'react'
import { Text } from '../../ui/text.tsx'
import { t } from './messages.ts'
import styles from './palette.module.css'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

interface OptionListProps {
  /** Prefix of the options' ids, followed by their index. */
  base: string
  /** `null` before the first render of the options; the space is reserved. */
  groups: readonly PaletteGroup[] | null
  /** Index of the active option. */
  at: number
  onPoint: (index: number) => void
  onChoose: (index: number) => void
}

/** The options, under headings. The combobox input above handles the keyboard. */
export function OptionList({ base, groups, at, onPoint, onChoose }: OptionListProps) {
  const told = (tell: (index: number) => void) => (event: Pick<PointerEvent, 'target'>) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option) tell(Number(option.id.slice(base.length + 1)))
  }
  let index = 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input above handles the keyboard
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
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

/** Memoized, as there are a hundred: each keystroke re-renders only the options that change. */
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
