import type { ServiceType } from '@millwright/contract/wire/service-type'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { aboutType } from './type-about.ts'
import { TypeGroupList } from './type-group.tsx'
import { typeGroups } from './type-list.ts'
import styles from './types.module.css'

interface TypeChooserProps {
  types: readonly ServiceType[]
  onChoose: (type: ServiceType) => void
}

/** Select Service Type: every kind by what it is for, found by typing. Arrow keys go along the kinds, Enter takes one. */
export function TypeChooser({ types, onChoose }: TypeChooserProps) {
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const groups = typeGroups(types, text, aboutType)
  const count = groups.reduce((sum, group) => sum + group.types.length, 0)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const kinds = [...(list.current?.querySelectorAll<HTMLElement>('[data-type]') ?? [])]
    const at = kinds.findIndex((kind) => kind.matches(':focus'))
    event.preventDefault()
    if (at + step < 0) document.querySelector<HTMLElement>('[data-type-search] input')?.focus()
    else kinds[Math.min(kinds.length - 1, at + step)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the controls in it
    <div className={styles.chooser} onKeyDown={onKeyDown}>
      <div className={styles.search} data-type-search>
        <TextField
          label="Select Service Type"
          help="What do you want to connect?"
          type="search"
          icon={<IconSearch aria-hidden="true" />}
          placeholder="PostgreSQL, files, mail, script…"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            const first = groups[0]?.types[0]
            if (event.key !== 'Enter' || text.trim() === '' || !first) return
            event.preventDefault()
            onChoose(first)
          }}
        />
        <p className={styles.count} role="status">
          {text.trim() === '' ? '' : count === 1 ? '1 kind matches' : `${count} kinds match`}
        </p>
      </div>
      <Stack ref={list} gap={5}>
        {groups.map((group) => (
          <TypeGroupList key={group.name} group={group} onChoose={onChoose} />
        ))}
        {count === 0 ? (
          <div className={styles.nothing}>
            <p>No kind of service matches “{text.trim()}”.</p>
            <Button size="small" onClick={() => setText('')}>
              Clear search
            </Button>
          </div>
        ) : null}
      </Stack>
    </div>
  )
}
