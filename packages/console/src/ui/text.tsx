import { type ComponentProps, createElement, type JSX } from 'react'
import { classNames } from './class-names.ts'
import layout from './layout.module.css'
import styles from './text.module.css'

type Tag = keyof JSX.IntrinsicElements

interface TextLook {
  tone?: 'default' | 'muted' | 'faint' | 'accent' | 'success' | 'warning' | 'danger'
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  weight?: 'regular' | 'medium' | 'strong'
  /** For identifiers. */
  mono?: boolean
  /** Digits of the same width, for columns of numbers. */
  tabular?: boolean
  /** Limits the line length for readability. */
  measure?: boolean
  /** A single line, truncated with an ellipsis. */
  truncate?: boolean
  nowrap?: boolean
  /** Preserves the line breaks of the text. */
  preLine?: boolean
  /** May break within words, such as long names. */
  breakAnywhere?: boolean
  /** Takes the remaining space of its row. */
  grow?: boolean
  /** May be narrower than its content. */
  shrink?: boolean
}

type TextProps<Element extends Tag> = TextLook & { as?: Element } & Omit<ComponentProps<Element>, keyof TextLook | 'as'>

/** A text in one of the console's styles; unspecified ones are inherited. A paragraph by default. */
export function Text<Element extends Tag = 'p'>({
  as,
  className,
  tone,
  size,
  weight,
  mono,
  tabular,
  measure,
  truncate,
  nowrap,
  preLine,
  breakAnywhere,
  grow,
  shrink,
  ...rest
}: TextProps<Element>) {
  return createElement<object>(as ?? 'p', {
    ...rest,
    className: classNames(
      tone && styles[tone],
      size && styles[size],
      weight && styles[weight],
      mono && styles.mono,
      tabular && styles.tabular,
      measure && styles.measure,
      truncate && styles.truncate,
      nowrap && styles.nowrap,
      preLine && styles.preLine,
      breakAnywhere && styles.breakAnywhere,
      grow && layout.grow,
      shrink && layout.shrink,
      className,
    ),
  })
}
