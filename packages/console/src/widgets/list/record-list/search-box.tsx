import { IconSearch, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'

/** Maximum number of characters, since URLs are limited in length. */
const longestSearch = 200

interface SearchBoxProps {
  label: string
  /** The current search text. */
  value: string
  onSearch: (text: string) => void
  /** Moves focus to the rows on arrow down. */
  onDown: () => void
  inputRef: RefObject<HTMLInputElement | null>
  placeholder?: string
  /** Milliseconds after the last key press before searching; Enter searches immediately. */
  delay?: number
}

export function SearchBox({
  label,
  value,
  onSearch,
  onDown,
  inputRef,
  placeholder = tabWords.search,
  delay = 1000,
}: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  // The URL can change independently: back, forward, a view, "clear search".
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }

  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSearch(typed), delay)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch, delay])

  return (
    <TextField
      ref={inputRef}
      label={label}
      labelHidden
      type="search"
      placeholder={placeholder}
      maxLength={longestSearch}
      value={typed}
      onChange={setTyped}
      icon={<IconSearch />}
      action={
        typed === '' ? null : (
          <IconButton
            size="small"
            label={t.clearSearchText}
            icon={<IconX />}
            onClick={() => {
              setTyped('')
              onSearch('')
              inputRef.current?.focus()
            }}
          />
        )
      }
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // A question that the search asks first would take the key as its answer.
          event.preventDefault()
          onSearch(typed)
        } else if (event.key === 'ArrowDown') {
          event.preventDefault()
          onDown()
        } else if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          setTyped('')
          onSearch('')
        }
      }}
    />
  )
}
