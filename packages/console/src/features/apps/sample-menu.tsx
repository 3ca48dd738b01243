import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { t } from './messages.ts'
import { sampleApps } from './sample-apps.ts'

/** Links to the sources of sample apps, each in a new window; renders nothing if none has a URL. */
export function SampleMenu({ samples = sampleApps }) {
  const known = samples.filter(({ repository }) => repository !== '')
  if (known.length === 0) return null
  return (
    <Menu
      label={t.sampleApps}
      align="end"
      items={known.map(({ name, repository }) => ({ kind: 'link', label: name, href: repository, newTab: true }))}
      trigger={(trigger) => (
        <Button {...trigger} variant="quiet" iconAfter={<IconChevronDown />}>
          {t.sampleApps}
        </Button>
      )}
    />
  )
}
