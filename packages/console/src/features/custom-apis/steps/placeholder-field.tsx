import { IconBraces } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { t } from '../messages.ts'
import type { Placeholder } from '../plan/placeholders.ts'

export interface PlaceholderFieldProps extends Omit<TextFieldProps, 'ref' | 'action' | 'list'> {
  placeholders: readonly Placeholder[]
  /** Values that are typed often: those of a column. */
  suggestions?: readonly string[]
  /** Replaces the whole text by a placeholder, as values of a filter are bound as a whole. */
  whole?: boolean
  /** Declares a parameter for this value and returns its placeholder; the menu offers it under this name. */
  newParameter?: { readonly name: string; readonly declare: () => string } | undefined
}

/** A text field with a menu of placeholders, which it inserts at the cursor. */
export function PlaceholderField({
  placeholders,
  suggestions = [],
  whole = false,
  newParameter,
  ...field
}: PlaceholderFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const insert = (text: string) => {
    const { value, onChange } = field
    const at = input.current?.selectionStart ?? value.length
    const end = input.current?.selectionEnd ?? at
    onChange(whole ? text : value.slice(0, at) + text + value.slice(end))
    input.current?.focus()
  }
  return (
    <>
      <TextField
        {...field}
        ref={input}
        mono
        spellCheck={false}
        autoComplete="off"
        list={list}
        action={
          placeholders.length === 0 ? null : (
            <Menu
              label={t.placeholders}
              align="end"
              items={[
                ...(newParameter
                  ? [
                      {
                        label: t.newParameterNamed({ name: newParameter.name }),
                        onSelect: () => insert(newParameter.declare()),
                      },
                      { kind: 'separator', id: 'new' } as const,
                    ]
                  : []),
                ...placeholderEntries(placeholders, insert),
              ]}
              trigger={(props) => (
                <IconButton
                  {...props}
                  size="small"
                  label={t.insertPlaceholder({ field: field.label })}
                  icon={<IconBraces />}
                />
              )}
            />
          )
        }
      />
      <datalist id={list}>
        {[...suggestions, ...placeholders.map(({ text }) => text)].map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}

/** Maximum number of placeholders of a group in the menu; further ones can be typed. */
const most = 12

const groups = [
  {
    from: 'parameter',
    label: t.parameters,
  },
  {
    from: 'step',
    label: t.earlierSteps,
  },
  {
    from: 'caller',
    label: t.caller,
  },
] as const

function placeholderEntries(placeholders: readonly Placeholder[], insert: (text: string) => void): MenuEntry[] {
  return groups.flatMap(({ from, label }): MenuEntry[] => {
    const own = placeholders.filter((placeholder) => placeholder.from === from).slice(0, most)
    if (own.length === 0) return []
    return [{ kind: 'heading', label }, ...own.map(({ text }) => ({ label: text, onSelect: () => insert(text) }))]
  })
}
