import { IconActivity } from '@tabler/icons-react'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import type { RecentUse } from './recent-use.ts'

/** Shows recent use of something that is about to be deleted or deactivated. */
export function RecentUseNote({ use }: { use: RecentUse }) {
  return (
    <Text as="div" size="sm" tone={use.requests > 0 ? 'warning' : 'muted'}>
      <Row gap={2}>
        <IconActivity size={16} aria-hidden="true" />
        <p>{use.text}</p>
      </Row>
    </Text>
  )
}
