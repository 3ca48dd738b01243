import { type ComponentProps, createElement, type JSX } from 'react'
import { classNames } from './class-names.ts'
import styles from './layout.module.css'

type Tag = keyof JSX.IntrinsicElements

/** Steps of the grid: 4, 8, 12, 16, 24 and 32 pixels. */
type Space = 1 | 2 | 3 | 4 | 5 | 6

interface BoxProps<Element extends Tag> {
  as?: Element
  gap?: Space
  /** Across the direction. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  /** Along the direction. */
  justify?: 'center' | 'end' | 'between'
  /** Takes what room is left in the box around it. */
  grow?: boolean
  /** May become narrower than its content. */
  shrink?: boolean
  /** Takes the height that is left, and is no higher, so that what is in it scrolls. */
  fill?: boolean
}

type StackProps<Element extends Tag> = BoxProps<Element> & Omit<ComponentProps<Element>, keyof BoxProps<Element>>

type RowProps<Element extends Tag> = StackProps<Element> & {
  /** Goes on in another line where there is no room. */
  wrap?: boolean
  /** As high as a control, also where it holds none, or small ones. */
  ofControls?: boolean
  /** Between lines, where that is not the same. */
  rowGap?: Space
}

/** One below the other. A list shows no bullets. */
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

/** Side by side, in the middle of the line unless told otherwise. A list shows no bullets. */
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

/** Takes what room is left in a row, between what stands at its two ends. */
export const Space = () => <span className={styles.grow} />

/** Two columns of fields; in a narrow window, one below the other. */
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
