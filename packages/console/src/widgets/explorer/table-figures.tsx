import type { TableFigures } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { type ListedTable, schemaKey } from '../../instance/service-tables.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { number } from '../../language/format.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './explorer.module.css'
import { t } from './messages.ts'

export type Figure = 'rows' | 'fields' | 'relations' | 'bytes' | 'last_change'

/** The figures of a service's tables, by name, and which of those asked for there are. */
export interface KnownFigures {
  readonly of: ReadonlyMap<string, TableFigures>
  readonly shown: readonly Figure[]
  /** `false` until the figures arrive. */
  readonly isComplete: boolean
}

const labels: Readonly<Record<Figure, () => string>> = {
  rows: () => tabWords.rows,
  fields: () => t.columns,
  relations: () => t.relations,
  bytes: () => t.size,
  last_change: () => t.lastChange,
}

/**
 * Asks for the figures of all tables at once, when these are listed; `null` where the server or the reader has none. None is known until
 * they arrive.
 */
export function useFigures(
  service: string,
  tables: readonly ListedTable[] | undefined,
  wanted: readonly Figure[],
): KnownFigures | null {
  const has = hasFeature(useEnvironment(), 'table-figures')
  const mayRead = tables?.some(({ description }) => description !== null) ?? false
  const { data, isError } = useQuery({
    queryKey: [...schemaKey(service), 'figures'],
    queryFn: ({ signal }) => readFigures(service, signal),
    enabled: has && mayRead,
    staleTime: 10_000,
  })
  if (!has || !mayRead || isError) return null
  if (!data) return { of: new Map(), shown: wanted, isComplete: false }
  const all = [...data.values()]
  // Document databases list their collections only.
  if (!all.some(({ fields }) => typeof fields === 'number')) return null
  const isTold = (figure: Figure) => figure === 'rows' || all.some((table) => table[figure] !== undefined)
  return { of: data, shown: wanted.filter(isTold), isComplete: true }
}

async function readFigures(service: string, signal: AbortSignal): Promise<ReadonlyMap<string, TableFigures>> {
  const path = `${encodeURIComponent(service)}/_schema`
  const { data } = await send<{ resource?: readonly TableFigures[] }>({
    verb: 'GET',
    path,
    params: { figures: true },
    signal,
  })
  return new Map((data.resource ?? []).map((table) => [table.name, table]))
}

/** The headings of the figures, for the head of a list. */
export function FigureHeadings({ shown }: Pick<KnownFigures, 'shown'>) {
  return (
    <span className={styles.figures}>
      {shown.map((figure) => (
        <span key={figure}>{labels[figure]()}</span>
      ))}
    </span>
  )
}

interface FigureCellsProps {
  figures: KnownFigures
  table: string
  /** Shown instead of a number of rows that remains unknown. */
  unknownRows: ReactNode
}

/** The figures of one table. */
export function FigureCells({ figures: { of, shown, isComplete }, table, unknownRows }: FigureCellsProps) {
  const known = of.get(table)
  return (
    <span className={styles.figures}>
      {shown.map((figure) => {
        const value = known === undefined ? null : figureOf(figure, known)
        return (
          <span key={figure}>
            {value ?? (figure === 'rows' && isComplete ? unknownRows : null)}
            {value === null ? null : <VisuallyHidden>{` ${labels[figure]()} `}</VisuallyHidden>}
          </span>
        )
      })}
    </span>
  )
}

function figureOf(figure: Figure, known: TableFigures): ReactNode {
  const value = known[figure]
  if (typeof value === 'string') return <RelativeDate value={value} />
  if (typeof value !== 'number') return null
  if (figure === 'bytes') return formatBytes(value)
  return figure === 'rows' && known.estimated === true ? t.about({ count: roughly(value) }) : number(value)
}

/** An estimate with two digits, as the others are not known. */
const roughly = (value: number) => Number(value.toPrecision(2))
