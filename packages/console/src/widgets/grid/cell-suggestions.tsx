// biome-ignore-all lint/a11y/useFocusableInteractive: the open cell has focus and references the active option
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import menu from '../../ui/menu.module.css'
import { Text } from '../../ui/text.tsx'
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts'
import styles from './cell-editor.module.css'
import type { GridChoice, GridColumn } from './grid-source.ts'
import { t } from './messages.ts'

/** Key handling of the suggestions of an open cell. */
export interface SuggestionKeys {
  /** Returns the accepted option, `moved` if another one became active, or `undefined` for other keys. */
  press(key: string): GridChoice | 'moved' | undefined
}

interface CellSuggestionsProps {
  ref: Ref<SuggestionKeys>
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  suggest: NonNullable<GridColumn['suggest']>
  text: string
  /** Nothing was typed yet: suggest everything, not only matches of the current value. */
  untouched: boolean
  /** The text is a valid value, which is used unless an option is chosen. */
  isValue: boolean
  onChoose: (text: string) => void
}

/** Milliseconds without a key press before suggestions are requested. */
const pause = 150
/** Pixels. */
const height = 240

/** Suggested values below an open cell: arrow keys choose, Enter and Tab accept. */
export function CellSuggestions({ ref, id, label, anchor, suggest, onChoose, ...typed }: CellSuggestionsProps) {
  const searchText = typed.untouched ? '' : typed.text.trim()
  const [found, setFound] = useState<{ asked: string; choices: readonly GridChoice[]; failed: boolean } | null>(null)
  const [at, setAt] = useState(-1)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        suggest(searchText, abort.signal).then(
          (choices) => {
            if (abort.signal.aborted) return
            setFound({ asked: searchText, choices, failed: false })
            setAt(-1)
          },
          () => abort.signal.aborted || setFound({ asked: searchText, choices: [], failed: true }),
        )
      },
      searchText === '' ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [searchText, suggest])

  const { listed, press } = useHeldWhilePressed(found, searchText)
  const choices = listed?.choices ?? []
  // If the text is not a valid value, it can only mean the first suggestion.
  const marked = at >= 0 ? at : !typed.isValue && !typed.untouched && found?.asked === searchText ? 0 : -1

  useImperativeHandle(ref, () => ({
    press: (key) => {
      if (choices.length === 0) return undefined
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        setAt(
          (Math.max(marked, key === 'ArrowUp' ? 0 : -1) + (key === 'ArrowDown' ? 1 : -1) + choices.length) %
            choices.length,
        )
        return 'moved'
      }
      return key === 'Enter' || key === 'Tab' ? choices[marked] : undefined
    },
  }))

  useLayoutEffect(() => {
    const popup = list.current
    const box = anchor.current?.getBoundingClientRect()
    if (!popup || !box) return
    // In the top layer, so that no ancestor clips it.
    popup.showPopover?.()
    const above = box.bottom + height > window.innerHeight && box.top > height
    popup.style.left = `${Math.min(box.left, window.innerWidth - popup.offsetWidth - 8)}px`
    popup.style.top = above ? 'auto' : `${box.bottom + 2}px`
    popup.style.bottom = above ? `${window.innerHeight - box.top + 2}px` : 'auto'
  }, [anchor])

  useEffect(() => {
    const option = marked < 0 ? null : list.current?.children[marked]
    option?.scrollIntoView?.({ block: 'nearest' })
    if (marked < 0) anchor.current?.removeAttribute('aria-activedescendant')
    else anchor.current?.setAttribute('aria-activedescendant', `${id}-${marked}`)
  }, [anchor, id, marked])

  const note =
    found === null ? t.searching : found.failed ? t.suggestionsFailed : t.nothingMatches({ asked: searchText })
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      popover="manual"
      className={classNames(menu.menu, styles.suggestions)}
      aria-label={t.suggestions({ label })}
      {...press}
      // Otherwise the cell would lose focus and end editing.
      onPointerDown={(event) => {
        event.preventDefault()
        press.onPointerDown()
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the open cell handles keys
        <div
          key={choice.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          className={menu.item}
          data-active-item={index === marked || undefined}
          onClick={() => onChoose(choice.text)}
        >
          <Text as="span" tone="muted">
            {choice.text}
          </Text>{' '}
          {choice.label}
        </div>
      ))}
      {choices.length === 0 ? (
        <div role="option" aria-selected={false} aria-disabled="true" className={menu.item}>
          {searchText === '' && found && !found.failed ? t.noRecords : note}
        </div>
      ) : null}
    </div>
  )
}
