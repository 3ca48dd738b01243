import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'
import type { RowAccess } from './row-access.ts'
import { holeText, rowFacts } from './row-sentences.ts'

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
