// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows and cells cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the control in the cell has the focus
import { type KeyboardEvent, lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { identifierText } from '../../ui/identifier-text.ts'
import { Select } from '../../ui/select.tsx'
import styles from './cell-editor.module.css'
import type { SuggestionKeys } from './cell-suggestions.tsx'
import grid from './data-grid.module.css'
import type { GridColumn } from './grid-source.ts'

const CellSuggestions = lazy(() =>
  import('./cell-suggestions.tsx').then(({ CellSuggestions }) => ({ default: CellSuggestions })),
)

interface CellEditorProps {
  id: string
  /** Counted from 0. */
  index: number
  column: GridColumn
  left: number
  width: number
  /** The initial text. */
  text: string
  /** The cell was opened by typing: its previous content is replaced. */
  replaces: boolean
  /** Accepts the input; `move` is the direction to continue in. */
  onEnd: (text: string, move: 'down' | 'up' | 'next' | 'back' | 'stay') => void
  onCancel: () => void
}

/** The editor of the open cell. Input stays in its state until it ends, so that a key press renders nothing else. */
export function CellEditor({
  id,
  index,
  column,
  left,
  width,
  text: first,
  replaces,
  onEnd,
  onCancel,
}: CellEditorProps) {
  const closed = column.choices.length > 0 && !column.openChoice
  /** What was typed to choose a value; the key that opened the cell is part of it. */
  const typed = useRef(replaces ? first : '')
  const [text, setText] = useState(() => (closed && replaces && choiceTyped(column, first)) || first)
  const list = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const ended = useRef(false)
  const suggestions = useRef<SuggestionKeys>(null)

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.focus({ preventScroll: true })
    if (!('setSelectionRange' in element)) return
    const end = element.value.length
    element.setSelectionRange(replaces ? end : 0, end)
  }, [replaces])

  const end = (value: string, move: Parameters<typeof onEnd>[1]) => {
    if (ended.current) return
    ended.current = true
    onEnd(value, move)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The page handles the save shortcut, once the cell's change is recorded.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) return end(text, 'stay')
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions.current?.press(event.key)
    if (chosen !== undefined) event.preventDefault()
    if (chosen === 'moved') return
    if (typeof chosen === 'object') return end(chosen.text, event.key === 'Tab' ? 'next' : 'down')
    if (event.key === 'Escape') {
      ended.current = true
      onCancel()
    } else if (event.key === 'Tab') end(text, event.shiftKey ? 'back' : 'next')
    else if (event.key === 'Enter' && !(column.editor === 'lines' && (event.shiftKey || event.altKey)))
      end(text, event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Enter' && event.altKey) setText(withBreak(field.current, text))
    else if (
      closed &&
      event.key.length === 1 &&
      (event.key !== ' ' || typed.current !== '') &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      typed.current += event.key
      setText((now) => choiceTyped(column, typed.current) ?? now)
    } else {
      typed.current = ''
      return
    }
    event.preventDefault()
  }
  const shared = {
    ref: field,
    'aria-label': column.label,
    className: classNames(styles.editor, column.align === 'end' && grid.end, column.mono && identifierText),
    onKeyDown,
    onBlur: () => end(text, 'stay'),
    autoComplete: 'off',
    spellCheck: false,
  } as const

  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={index + 2}
      data-editor
      className={styles.editing}
      style={{ left, width: Math.max(width, column.editor === 'lines' ? 280 : 0) }}
    >
      {closed ? (
        <Select {...shared} look="bare" value={text} options={choicesOf(column, text)} onChange={setText} />
      ) : column.editor === 'lines' ? (
        <textarea
          {...shared}
          rows={Math.min(8, Math.max(1, text.split('\n').length))}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <>
          <input
            {...shared}
            list={column.openChoice ? list : undefined}
            {...(column.suggest && { role: 'combobox', 'aria-expanded': true, 'aria-controls': list })}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {column.suggest ? (
            <Suspense fallback={null}>
              <CellSuggestions
                ref={suggestions}
                id={list}
                label={column.label}
                anchor={field}
                suggest={column.suggest}
                text={text}
                untouched={text === first && !replaces}
                isValue={!('problem' in column.read(text))}
                onChoose={(value) => end(value, 'stay')}
              />
            </Suspense>
          ) : null}
          {column.openChoice ? (
            <datalist id={list}>
              {column.choices.map((choice) => (
                <option key={choice.text} value={choice.text} label={choice.label} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </div>
  )
}

/** The first value that begins with a text, in any case. */
function choiceTyped({ choices }: GridColumn, typed: string): string | undefined {
  const begins = (text: string) => text.toLowerCase().startsWith(typed.toLowerCase())
  return choices.find(({ text, label }) => begins(text) || begins(label))?.text
}

/** The values that a cell allows, always including its current one. */
function choicesOf({ choices, nullable }: GridColumn, text: string) {
  const offered = choices.map((choice) => ({ value: choice.text, label: choice.label }))
  const isKnown = choices.some((choice) => choice.text === text) || (text === '' && nullable)
  return [
    ...(nullable ? [{ value: '', label: 'NULL' }] : []),
    ...(isKnown ? [] : [{ value: text, label: text }]),
    ...offered,
  ]
}

function withBreak(field: HTMLTextAreaElement | null, text: string): string {
  const at = field?.selectionStart ?? text.length
  return `${text.slice(0, at)}\n${text.slice(field?.selectionEnd ?? at)}`
}
