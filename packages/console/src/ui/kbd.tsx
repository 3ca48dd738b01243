import styles from './kbd.module.css'

/** A key or key combination, with a cap for each key. */
interface KbdProps {
  keys: readonly string[]
  /** Rendered by CSS, so that it does not become part of the accessible name of its parent. */
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
