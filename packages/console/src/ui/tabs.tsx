import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import icons from './icon.module.css'
import { t } from './messages.ts'
import row from './tab-row.module.css'
import styles from './tabs.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TabItem<Id extends string = string> {
  id: Id
  label: string
  icon?: ReactNode
  /** The tab contains invalid input: marked with a dot and a text. */
  invalid?: boolean
  /** The tab's content reports a problem: the caption is red with a dot, and this text is announced with it. */
  alert?: string | null
}

export interface TabsProps<Id extends string> {
  /** Label of the tab list. */
  label: string
  tabs: readonly TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
  orientation?: 'horizontal' | 'vertical'
  /** Takes up the remaining height, for its content. */
  fill?: boolean
  /** Content of the selected tab. */
  children: ReactNode
}

/** A tab list with the panel of the selected tab. Arrow keys, Home and End select. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  orientation = 'horizontal',
  fill = false,
  children,
}: TabsProps<Id>) {
  const base = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabAfterKey(
      tabs.map((tab) => tab.id),
      value,
      event.key,
      orientation,
    )
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
    document.getElementById(`${base}-${next}`)?.focus()
  }
  return (
    <div className={classNames(styles.tabs, styles[orientation], fill && styles.fill)}>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation={orientation}
        className={classNames(row.tabs, styles.list)}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className={classNames(row.tab, icons.small, styles.tab, tab.alert && styles.alert)}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${base}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.icon}
            <span>{tab.label}</span>
            {tab.alert || tab.invalid ? <span className={styles.mark} aria-hidden="true" /> : null}
            {tab.alert ? <VisuallyHidden>({tab.alert})</VisuallyHidden> : null}
            {tab.invalid ? <VisuallyHidden>{t.hasErrors}</VisuallyHidden> : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}

/** The tab that a key moves to, wrapping around; `undefined` for other keys. */
export function tabAfterKey<Id extends string>(
  ids: readonly Id[],
  current: Id,
  key: string,
  orientation: 'horizontal' | 'vertical',
): Id | undefined {
  const [back, on] = orientation === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const at = ids.indexOf(current)
  if (key === 'Home') return ids[0]
  if (key === 'End') return ids.at(-1)
  if (key === on) return ids[(at + 1) % ids.length]
  if (key === back) return ids.at(at - 1)
  return undefined
}
