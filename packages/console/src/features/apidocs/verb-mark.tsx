import { Text } from '../../ui/text.tsx'
import type { DocVerb } from './api-document.ts'
import styles from './verb-mark.module.css'

const tones = { GET: 'accent', POST: 'success', PUT: 'warning', PATCH: 'warning', DELETE: 'danger' } as const

/** A verb with its own colour; the word carries the meaning, the colour helps to scan. */
export function VerbMark({ verb }: { verb: DocVerb }) {
  return (
    <Text as="span" tone={tones[verb]} className={styles.verb}>
      {verb}
    </Text>
  )
}
