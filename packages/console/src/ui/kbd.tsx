import styles from './kbd.module.css'

/** A key or a combination, one cap for each key. */
interface KbdProps {
  keys: readonly string[]
  /** Drawn, and no part of the text of what it stands in, whose name it would otherwise belong to. */
  drawn?: boolean
}

export function Kbd({ keys, drawn = false }: KbdProps) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key} data-key={drawn ? key : undefined}>
          {drawn ? null : key}
        </kbd>
      ))}
    </span>
  )
}
