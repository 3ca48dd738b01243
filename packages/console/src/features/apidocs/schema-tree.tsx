import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import entry from '../../ui/entry.module.css'
import { FoldMark } from '../../ui/fold-mark.tsx'
import { Text } from '../../ui/text.tsx'
import type { Json } from './api-document.ts'
import { Prose } from './prose.tsx'
import styles from './reference.module.css'
import { linesOf, type SchemaLine } from './schema.ts'

interface SchemaTreeProps {
  root: Json
  schema: Json
  depth: number
}

/** The properties of a value; nested ones are collapsed, so that circular schemas are only expanded by the user. */
export function SchemaTree({ root, schema, depth }: SchemaTreeProps) {
  const lines = linesOf(root, schema)
  return (
    <ul className={classNames(styles.tree, depth > 0 && styles.innerTree)}>
      {lines.map((line) => (
        <Line key={line.name} root={root} line={line} depth={depth} open={depth === 0 && lines.length === 1} />
      ))}
    </ul>
  )
}

interface LineProps {
  root: Json
  line: SchemaLine
  depth: number
  open: boolean
}

function Line({ root, line, depth, open: first }: LineProps) {
  const [open, setOpen] = useState(first)
  const { name, type, required, notes, description, inner } = line
  const words = (
    <>
      <Text as="code" weight="medium">
        {name}
      </Text>
      <Text as="span" tone="muted" size="xs">
        {[type, ...(required ? ['required'] : []), ...notes].join(' · ')}
      </Text>
    </>
  )
  return (
    <li className={styles.line}>
      {inner === null ? (
        <span className={styles.leaf}>{words}</span>
      ) : (
        <button
          type="button"
          className={classNames(entry.entry, styles.opener)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <FoldMark open={open} className={styles.chevron} />
          {words}
        </button>
      )}
      {description === '' ? null : (
        <div className={styles.lineAbout}>
          <Prose text={description} />
        </div>
      )}
      {open && inner !== null ? <SchemaTree root={root} schema={inner} depth={depth + 1} /> : null}
    </li>
  )
}
