import { classNames } from '../../ui/class-names.ts'
import type { DocVerb } from './api-document.ts'
import styles from './verb-mark.module.css'

/** A verb in a colour of its own; the word tells it, the colour helps to scan. */
export function VerbMark({ verb }: { verb: DocVerb }) {
  return <span className={classNames(styles.verb, styles[verb.toLowerCase()])}>{verb}</span>
}
