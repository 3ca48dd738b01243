import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, by which a component gives numbers to its style sheet. */
    [name: `--${string}`]: string | number | undefined
  }
}
