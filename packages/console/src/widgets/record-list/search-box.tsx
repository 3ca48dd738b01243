import { IconSearch, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Milliseconds after the last key until the list is searched; Enter does not wait. */
const searchDelay = 1000

interface SearchBoxProps {
  label: string
  /** The text that the list is searched by now. */
  value: string
  onSearch: (text: string) => void
  /** The arrow down leads on to the rows. */
  onDown: () => void
  inputRef: RefObject<HTMLInputElement | null>
}

export function SearchBox({ label, value, onSearch, onDown, inputRef }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  // The address can change under the box: back, forward, a view, "clear search".
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }

  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSearch(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])

  return (
    <TextField
      ref={inputRef}
      label={label}
      labelHidden
      type="search"
      placeholder="Search"
      value={typed}
      onChange={setTyped}
      icon={<IconSearch />}
      action={
        typed === '' ? null : (
          <IconButton
            size="small"
            label="Empty the search box"
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
        if (event.key === 'Enter') onSearch(typed)
        else if (event.key === 'ArrowDown') {
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
