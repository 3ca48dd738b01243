import * as Ariakit from '@ariakit/react/dialog'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './palette.module.css'
import { matching, type PaletteEntry, type RecordHit, type RecordSource } from './palette-entry.ts'

/** Milliseconds without a key after which records are looked for. */
const pause = 180
const leastText = 2

interface PaletteProps {
  /** What was typed before the palette was there. */
  startText: string
  entries: readonly PaletteEntry[]
  sources: readonly RecordSource[]
  onGo: (to: string) => void
  onClose: () => void
}

interface Group {
  title: string
  options: PaletteEntry[]
}

/** Finds places, actions and records by a few letters; arrow keys choose, Enter goes. */
export function Palette({ startText, entries, sources, onGo, onClose }: PaletteProps) {
  const base = useId()
  const [text, setText] = useState(startText)
  const [chosen, setChosen] = useState(0)
  const { hits, searching, failed } = useRecords(sources, text)

  const groups: Group[] = [
    { title: 'Go to', options: matching(entries, useDeferredValue(text)) },
    ...hits.map(({ title, found }) => ({
      title,
      options: found.map((hit) => ({ id: hit.to, ...hit, run: () => onGo(hit.to) })),
    })),
  ].filter((group) => group.options.length > 0)
  const options = groups.flatMap((group) => group.options)
  const at = Math.min(chosen, options.length - 1)

  useEffect(() => {
    document.getElementById(`${base}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, base])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setChosen((at + step + options.length) % options.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      options[at]?.run()
    }
  }

  return (
    <Ariakit.Dialog
      open
      onClose={onClose}
      aria-label="Search"
      backdrop={<div className={styles.backdrop} />}
      className={styles.palette}
    >
      <div className={styles.head}>
        <IconSearch aria-hidden="true" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={options.length > 0 ? `${base}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or jump to…"
          data-autofocus="true"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        {searching ? <Spinner /> : null}
      </div>
      <div role="listbox" id={`${base}-list`} aria-label="Results" className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div key={group.title} role="group" aria-label={group.title} className={styles.group}>
            <div className={styles.groupTitle} aria-hidden="true">
              {group.title}
            </div>
            {group.options.map((option) => {
              const index = options.indexOf(option)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box above, as a combobox has it
                <div
                  key={option.id}
                  id={`${base}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={styles.option}
                  onPointerMove={() => setChosen(index)}
                  onClick={option.run}
                >
                  {option.icon ? <span className={styles.icon}>{option.icon}</span> : null}
                  <span className={styles.label}>{option.label}</span>
                  {option.hint ? (
                    <Text as="span" tone="muted" size="sm" truncate grow>
                      {option.hint}
                    </Text>
                  ) : null}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <Text tone="muted" className={styles.foot} role="status">
        {failed ? `${failed} ` : ''}
        {options.length === 0 && !searching ? `Nothing found for “${text}”.` : ''}
      </Text>
    </Ariakit.Dialog>
  )
}

function useRecords(sources: readonly RecordSource[], text: string) {
  const [settled, setSettled] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])

  const enabled = settled.length >= leastText
  const queries = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['palette', source.title, settled],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<RecordHit[]> => source.find(settled, signal),
      enabled,
      staleTime: 10_000,
    })),
  })
  return {
    hits: sources.map(({ title }, index) => ({ title, found: (enabled && queries[index]?.data) || [] })),
    searching: wanted.length >= leastText && (settled !== wanted || queries.some((query) => query.isFetching)),
    failed: enabled ? failureOf(sources, queries) : null,
  }
}

/** What could not be searched and why; null when all was, or when this person may not or cannot search the rest. */
function failureOf(
  sources: readonly RecordSource[],
  queries: readonly { readonly error: Error | null }[],
): string | null {
  const failed = sources.flatMap(({ title }, index) => {
    const error = queries[index]?.error ?? null
    const without = error instanceof InstanceError && (error.status === 403 || error.status === 404)
    return error === null || without ? [] : [{ title, error }]
  })
  const [first] = failed
  if (first === undefined) return null
  return `Not searched: ${failed.map(({ title }) => title).join(', ')}. ${messageOf(first.error)}`
}
