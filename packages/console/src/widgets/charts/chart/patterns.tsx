import styles from './chart.module.css'
import type { Series } from './chart-layout.ts'

/** Fill patterns of a series' columns, so that they are distinguishable without colour; referenced by `url(#…)`. */
export function Patterns({ base, series }: { base: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map((one) => (
        <Pattern key={one.id} id={patternId(base, one)} series={one} />
      ))}
      <pattern id={`${base}-gap`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M0 0V6" />
      </pattern>
    </defs>
  )
}

export function patternId(base: string, { id }: Series): string {
  return `${base}-${id}`
}

function Pattern({ id, series: { pattern, tone } }: { id: string; series: Series }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" data-tone={tone}>
      <rect width="4" height="4" className={pattern === 'solid' ? styles.full : styles.light} />
      {pattern === 'stripes' ? <path className={styles.stroke} d="M-1 1L1 -1M0 4L4 0M3 5L5 3" /> : null}
      {pattern === 'dots' ? <circle className={styles.full} cx="2" cy="2" r="1.1" /> : null}
    </pattern>
  )
}

/** The legend symbol of a series. */
export function Swatch({ series, line }: { series: Series; line: boolean }) {
  const { id, tone, pattern } = series
  return (
    <svg className={styles.swatch} viewBox="0 0 14 10" width="14" height="10" aria-hidden="true" data-tone={tone}>
      {line ? (
        <path className={styles.line} data-pattern={pattern} d="M0 5H14" />
      ) : (
        <>
          <Patterns base={`swatch-${id}`} series={[series]} />
          <rect width="14" height="10" rx="2" fill={`url(#${patternId(`swatch-${id}`, series)})`} />
        </>
      )}
    </svg>
  )
}
