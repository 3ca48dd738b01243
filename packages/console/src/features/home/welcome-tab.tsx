import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../instance/browser-session.ts'
import { countQuery } from '../../instance/collections.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { profileQuery } from '../people/profile-query.ts'
import styles from './home.module.css'
import { helpLinks } from './home-data.ts'
import { LinkList } from './link-list.tsx'
import { type NextStep, nextSteps } from './next-steps.ts'

export function WelcomeTab() {
  const user = useUser()
  const isAdmin = user?.is_sys_admin ?? false
  const admins = useQuery({ ...countQuery('system/admin', null), enabled: isAdmin })
  const profile = useQuery({ ...profileQuery(isAdmin), enabled: user !== null })
  if (!user) return null
  const steps = nextSteps({
    user,
    admins: admins.data ?? null,
    securityQuestion: profile.data?.security_question ?? null,
  })
  const left = steps.filter(({ done }) => !done).length
  return (
    <div className={styles.page}>
      <section className={styles.part}>
        <h2>Welcome, {user.first_name || user.name}</h2>
        <p className={styles.text}>
          This console manages an instance that gives your data, files and scripts one API with keys, roles and limits.
        </p>
        <h3 className={styles.stepsTitle}>{left === 0 ? 'You are set up' : 'Next steps'}</h3>
        <ul className={styles.steps}>
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      </section>
      <LinkList title="Help" links={helpLinks} />
    </div>
  )
}

function Step({ step }: { step: NextStep }) {
  return (
    <li>
      <Link className={styles.step} to={step.to} data-done={step.done || undefined}>
        {step.done ? <IconCircleCheckFilled aria-hidden="true" /> : <IconCircle aria-hidden="true" />}
        <span>
          <strong>
            {step.title}
            {step.done ? <VisuallyHidden> (done)</VisuallyHidden> : null}
          </strong>
          <span>{step.text}</span>
        </span>
      </Link>
    </li>
  )
}
