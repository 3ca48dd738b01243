import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { TextField } from '../../../ui/text-field.tsx'

interface ListSearchBoxProps {
  /** Accessible name: `Search tables`. */
  label: string
  /** Placeholder; the label if omitted. */
  placeholder?: string
  autoFocus?: boolean
  text: string
  onChange: (text: string) => void
  /** Called on Arrow Down, to move the focus into the list. */
  onDown: () => void
  onEnter: () => void
}

/** Filters a list while typing. Outside of text inputs `/` focuses it; of several search boxes, the last one on the page. */
export function ListSearchBox({
  label,
  placeholder = label,
  autoFocus,
  text,
  onChange,
  onDown,
  onEnter,
}: ListSearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!(event.target instanceof Element) || event.target.closest(writingPlaces)) return
      if ([...document.querySelectorAll('[data-list-search]')].at(-1) !== input.current) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <TextField
      ref={input}
      label={label}
      labelHidden
      type="search"
      placeholder={placeholder}
      data-list-search
      {...(autoFocus && { autoFocus })}
      spellCheck={false}
      icon={<IconSearch />}
      value={text}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') onDown()
        else if (event.key === 'Enter') onEnter()
        else if (event.key === 'Escape' && text !== '') onChange('')
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

const writingPlaces =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [data-code-editor], [role="dialog"], [role="menu"]'
