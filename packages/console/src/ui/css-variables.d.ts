import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, through which a component passes numbers to its stylesheet. */
    [name: `--${string}`]: string | number | undefined
  }
}
