import { type Verb, verbs } from '@millwright/contract/verbs'
import { IconAlertTriangle } from '@tabler/icons-react'
import { list } from '../../../language/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'
import { filterLine, filterText, type Hole, type RowAccess, type Way, ways } from './row-access.ts'

interface RowFactsProps {
  access: RowAccess
  /** Applies the row filter to all requests; `null` if the rules cannot be changed here. */
  onClose: (() => void) | null
  closing?: boolean
  disabledReason?: string | null
}

/** What rules allow on the rows of a table, by list and by id, and what their filter does not restrict. */
export function RowFacts({ access, onClose, closing = false, disabledReason = null }: RowFactsProps) {
  return (
    <Stack gap={2}>
      <Stack as="dl" gap={2}>
        {rowFacts(access).map(({ label, lines }) => (
          <div key={label}>
            <Text as="dt" tone="muted" size="sm">
              {label}
            </Text>
            {lines.map((line) => (
              <Text key={line} as="dd" size="sm" breakAnywhere>
                {line}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
      {access.hole ? (
        <Row gap={2} rowGap={1} wrap>
          <Text as="span" tone="warning">
            <IconAlertTriangle size={18} aria-hidden="true" />
          </Text>
          <Text grow shrink size="sm" breakAnywhere>
            {holeText(access.hole)}
          </Text>
          {onClose ? (
            <Button size="small" loading={closing} disabledReason={disabledReason} onClick={onClose}>
              {t.applyToAll}
            </Button>
          ) : null}
        </Row>
      ) : null}
    </Stack>
  )
}

/** Names the requests that a row filter does not restrict. */
export function holeText({ filter, open }: Hole): string {
  const by = (way: Way) => verbs.filter((verb) => open.some((each) => each.way === way && each.verb === verb))
  const both = by('list').filter((verb) => by('record').includes(verb))
  const parts = [
    { text: (open: { readonly verbs: string }) => open.verbs, found: both },
    { text: t.openList, found: by('list').filter((verb) => !both.includes(verb)) },
    { text: t.openRecord, found: by('record').filter((verb) => !both.includes(verb)) },
  ]
  const named = parts.flatMap(({ text, found }) => (found.length === 0 ? [] : [text({ verbs: found.join(', ') })]))
  return t.hole({ filter: filterLine(filter), open: list(named) })
}

interface RowFact {
  readonly label: string
  readonly lines: readonly string[]
}

/** What is allowed on which rows, by list and by id; once if both are equal. */
function rowFacts(access: RowAccess): readonly RowFact[] {
  const labels = { list: t.byList, record: t.byRecord }
  const facts = ways.map((way) => ({ label: labels[way], lines: linesBy(access, way) }))
  const [list, record] = facts
  // No request creates a row at its ID.
  const sameLines = linesBy(access, 'list', 'POST').join('\n') === linesBy(access, 'record', 'POST').join('\n')
  return list && record && sameLines ? [{ ...list, label: t.everywhere }] : facts
}

function linesBy(access: RowAccess, way: Way, omitted: Verb | null = way === 'record' ? 'POST' : null): string[] {
  const allowed = [...access[way].filters].filter(([verb]) => verb !== omitted)
  if (allowed.length === 0) return [t.noAccess]
  return [...Map.groupBy(allowed, ([, filter]) => filterText(filter)).values()].flatMap((group) => {
    const [[, filter] = [null, null]] = group
    const names = group.map(([verb]) => verb).join(', ')
    return filter ? t.onlyRows({ verbs: names, filter: filterLine(filter) }) : t.allRows({ verbs: names })
  })
}
