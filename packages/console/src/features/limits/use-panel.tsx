import { IconRotate } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { LimitRecord } from './limit-draft.ts'
import { onlyUse, usesQuery } from './limit-use.ts'
import { perPeriod, scopeOf } from './limit-words.ts'
import { clearOne } from './limits-list.tsx'
import { useSeen } from './seen-use.ts'
import { UseBar } from './use-bar.tsx'
import { UseChart } from './use-chart.tsx'
import styles from './use-panel.module.css'
import { UserUses } from './user-uses.tsx'

/** How far a limit is used up: its counter and how it got there, or of a limit on each user who used how much. */
export function UsePanel({ limit }: { limit: LimitRecord & { readonly id: number } }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { data, error } = useQuery(usesQuery(limit.id, limit.limit_cache_by_limit_id))
  const samples = useSeen(limit.id)
  const each = scopeOf(limit.type ?? '')?.user === 'each'
  const use = each ? null : onlyUse(data)
  const per = perPeriod(limit.period)
  return (
    <Stack gap={4}>
      {error ? (
        <Banner tone="warning" title="The counters could not be read.">
          {messageOf(error)}
        </Banner>
      ) : null}
      <Row gap={3} justify="between" wrap>
        <div className={styles.now}>
          {use ? <UseBar use={use} label="Used in this period" /> : null}
          <Text as="span" tone="muted" size="sm">
            {each ? `Each user, ${per}` : per}
          </Text>
        </div>
        <Button
          icon={<IconRotate />}
          disabledReason={writeBlock}
          onClick={() => void clearOne(queryClient, { ...limit })}
        >
          Reset counter
        </Button>
      </Row>
      {use ? <UseChart samples={samples} max={use.max} period={limit.period ?? null} /> : null}
      {each ? <UserUses uses={data ?? []} /> : null}
    </Stack>
  )
}
