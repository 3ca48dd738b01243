import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { newsQuery } from './news.ts'

/** What the configured feed has to tell; nothing where it has nothing. `waiting` keeps its room until that is known. */
export function NewsBell({ waiting }: { waiting: ReactNode }) {
  const { data: news = [], isPending } = useQuery(newsQuery)
  if (isPending) return waiting
  if (news.length === 0) return null
  return (
    <Menu
      label="Notifications"
      align="end"
      items={news.map(({ name, address }) => ({ kind: 'link', label: name, href: address, newTab: true }))}
      trigger={(props) => <IconButton {...props} label={`Notifications (${news.length})`} icon={<IconBell />} />}
    />
  )
}
