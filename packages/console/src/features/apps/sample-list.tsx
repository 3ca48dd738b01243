import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './apps.module.css'
import { t } from './messages.ts'
import { sampleApps } from './sample-apps.tsx'

interface SampleListProps {
  samples?: typeof sampleApps
  /** Called with the URL of the package. */
  onSelect: (packageUrl: string) => void
}

/** Sample apps that can be imported; renders nothing if none has a URL. */
export function SampleList({ samples = sampleApps, onSelect }: SampleListProps) {
  const known = samples.filter(({ packageUrl }) => packageUrl !== '')
  if (known.length === 0) return null
  return (
    <section className={styles.samples} aria-labelledby="sample-apps">
      <h3 id="sample-apps">{t.sampleApps}</h3>
      <ul>
        {known.map(({ name, packageUrl, repository }) => (
          <li key={name}>
            {repository === '' ? (
              <span>{name}</span>
            ) : (
              <a href={repository} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            )}
            <Button size="small" onClick={() => onSelect(packageUrl)}>
              {t.select({ app: () => <VisuallyHidden>{name}</VisuallyHidden> })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
