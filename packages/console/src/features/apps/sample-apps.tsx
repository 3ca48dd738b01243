import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { t } from './messages.ts'

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

/**
 * Sample apps for common platforms, with all their external URLs in one place, so that a distribution can replace them. Those without a
 * URL are not shown.
 */
interface SampleApp {
  readonly name: string
  /** URL of the package to import. */
  readonly packageUrl: string
  /** URL of the source and of the client library for the platform. */
  readonly repository: string
}

export const sampleApps: readonly SampleApp[] = [
  {
    name: 'Android',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'iOS Objective-C',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'iOS Swift',
    packageUrl: '',
    repository: '',
  },
  { name: 'JavaScript', packageUrl: '', repository: '' },
  { name: 'AngularJS', packageUrl: '', repository: '' },
  {
    name: 'Angular 2',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'Ionic',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'Titanium',
    packageUrl: '',
    repository: '',
  },
  { name: 'ReactJS', packageUrl: '', repository: '' },
  { name: '.NET', packageUrl: '', repository: '' },
]
