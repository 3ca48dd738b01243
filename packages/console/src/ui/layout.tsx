import { type ComponentProps, createElement, type JSX } from 'react'
import { classNames } from './class-names.ts'
import styles from './layout.module.css'

type Tag = keyof JSX.IntrinsicElements

/** Spacing scale: 4, 8, 12, 16, 24 and 32 pixels. */
type Space = 1 | 2 | 3 | 4 | 5 | 6

interface BoxProps<Element extends Tag> {
  as?: Element
  gap?: Space
  /** Alignment on the cross axis. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  /** Alignment on the main axis. */
  justify?: 'center' | 'end' | 'between'
  /** Takes the remaining space of its container. */
  grow?: boolean
  /** May be narrower than its content. */
  shrink?: boolean
  /** Takes exactly the remaining height, so that its content scrolls. */
  fill?: boolean
}

type StackProps<Element extends Tag> = BoxProps<Element> & Omit<ComponentProps<Element>, keyof BoxProps<Element>>

type RowProps<Element extends Tag> = StackProps<Element> & {
  /** Wraps if there is not enough room. */
  wrap?: boolean
  /** At least as high as a control, even without one. */
  ofControls?: boolean
  /** Space between lines, if it differs. */
  rowGap?: Space
}

/** A vertical stack. Lists have no bullets. */
export function Stack<Element extends Tag = 'div'>({
  as,
  className,
  gap,
  align,
  justify,
  grow,
  shrink,
  fill,
  ...rest
}: StackProps<Element>) {
  return createElement<object>(as ?? 'div', {
    ...rest,
    className: classNames(styles.stack, boxClass({ gap, align, justify, grow, shrink, fill }), className),
  })
}

/** A horizontal row, vertically centred by default. Lists have no bullets. */
export function Row<Element extends Tag = 'div'>({
  as,
  className,
  gap,
  rowGap,
  align = 'center',
  justify,
  wrap,
  ofControls,
  grow,
  shrink,
  fill,
  ...rest
}: RowProps<Element>) {
  return createElement<object>(as ?? 'div', {
    ...rest,
    className: classNames(
      styles.row,
      wrap && styles.wrap,
      ofControls && styles.ofControls,
      boxClass({ gap, align, justify, grow, shrink, fill }),
      rowGap && styles[`rowGap${rowGap}`],
      className,
    ),
  })
}

/** Takes the remaining space of a row, between the items at its two ends. */
export const Space = () => <span className={styles.grow} />

/** Two columns of fields, stacked in a narrow window. */
export function Pair({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.pair, className)} />
}

function boxClass({
  gap,
  align,
  justify,
  grow,
  shrink,
  fill,
}: { [K in keyof BoxProps<Tag>]: BoxProps<Tag>[K] | undefined }) {
  return classNames(
    gap && styles[`gap${gap}`],
    align && align !== 'stretch' && styles[align],
    justify && styles[justify === 'center' ? 'middle' : justify === 'end' ? 'last' : 'between'],
    grow && styles.grow,
    shrink && styles.shrink,
    fill && styles.fill,
  )
}
