import { Link } from '@tanstack/react-router'
import card from '../../ui/card.module.css'
import { Kbd } from '../../ui/kbd.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../../widgets/open-tabs/open-tabs.ts'
import styles from './home.module.css'
import { documents, helpLinks } from './home-data.ts'
import { LinkList } from './link-list.tsx'

const forEverybody = [
  { path: '/profile', title: 'Profile', purpose: 'Your own name, e-mail address and password.' },
  { path: '/launchpad', title: 'LaunchPad', purpose: 'The apps that you may open.' },
]

export function ResourcesTab() {
  const tabs = useOpenTabs().filter(({ path }) => path !== '/home')
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Where things are</h2>
        <Text tone="muted" measure>
          Press <Kbd keys={['Ctrl', 'K']} /> anywhere to find a page or a record by its name. In a list,{' '}
          <Kbd keys={['?']} /> shows every key.
        </Text>
        <ul className={card.cards}>
          {[...tabs, ...forEverybody].map(({ path, title, purpose }) => (
            <li key={path}>
              <Link className={card.card} to={path}>
                <span className={card.words}>
                  <span className={card.title}>{title}</span>
                  <span className={card.note}>{purpose}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Stack>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Documentation</h2>
        <Text tone="muted" measure>
          These files come with the program, in the folder that it was cloned into.
        </Text>
        <dl className={styles.documents}>
          {documents.map(({ path, about }) => (
            <div key={path}>
              <dt>
                <code>{path}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </Stack>
      <LinkList title="Further help" links={helpLinks} />
    </div>
  )
}
