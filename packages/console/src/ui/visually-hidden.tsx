import { type ComponentProps, createElement } from 'react'
import styles from './visually-hidden.module.css'

type Tag = 'span' | 'p' | 'legend' | 'button'

/** Text for screen readers only. */
export function VisuallyHidden<Element extends Tag = 'span'>({
  as,
  ...rest
}: { as?: Element } & Omit<ComponentProps<Element>, 'as' | 'className'>) {
  return createElement<object>(as ?? 'span', { ...rest, className: styles.hidden })
}
